import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import {
  SKILLS_EXTENSION_ID,
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
  type Skill as SkillEntry,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills'
import { z } from 'zod'
import type { Caller } from '../caller.js'
import { LIST_TTL_MS, SKILLS_PAGE_MAX } from '../limits.js'
import { manifestOf } from '../manifest/manifest-of.js'
import { writeSkillFile } from '../manifest/write-skill-file.js'
import { spellName } from '../names.js'
import type { Registry } from '../registry.js'
import type { Skill } from '../skill.js'
import { callerOf } from './request.js'
import type { McpResourceTemplate, McpSurface } from './surface.js'

const FILE = 'SKILL.md'
const MIME_TYPE = 'text/markdown'
const SCHEME = 'skill://'

/** Capability that says skills can be read here as files. */
export const SKILLS_CAPABILITY = { [SKILLS_EXTENSION_ID]: {} }

/** Published form of a skill: its file and what the extension says about it. Skills never change, so it is made once. */
type Published = { readonly text: string; readonly entry: SkillEntry }
const publishedBySkill = new WeakMap<Skill, Promise<Published>>()

/**
 * The official extension for skills: every skill a caller may use, as the SKILL.md it is written in. Models that know the
 * extension read what they need; tools stay as they are.
 */
export function offerSkills(server: Server, { registry }: McpSurface, caller: Caller): void {
  const hint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const
  server.setRequestHandler(
    SKILLS_LIST_METHOD,
    { params: z.looseObject({ cursor: z.string().optional() }) },
    async ({ cursor }, context) => {
      const start = readCursor(cursor)
      const skills = registry.list(callerOf(context) ?? caller)
      const page = skills.slice(start, start + SKILLS_PAGE_MAX)
      const entries = await Promise.all(page.map(async (skill) => (await publish(skill)).entry))
      const next = start + page.length
      return { skills: entries, ...(next < skills.length ? { nextCursor: String(next) } : {}), ...hint }
    },
  )
  server.setRequestHandler(
    SKILLS_GET_METHOD,
    { params: z.looseObject({ uri: z.string() }) },
    async ({ uri }, context) => {
      const skill = skillAt(uri, registry, callerOf(context) ?? caller)
      if (skill === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri}`)
      }
      return { skill: (await publish(skill)).entry, ...hint }
    },
  )
}

/** The files of the skills among everything that can be read. */
export function skillResources(registry: Registry): McpResourceTemplate {
  return {
    uriTemplate: `${SCHEME}{skill}/${FILE}`,
    name: 'skill',
    description: 'What a skill does, takes and gives.',
    mimeType: MIME_TYPE,
    async read({ skill: name = '' }, { caller }) {
      const skill = skillAt(`${SCHEME}${name}/${FILE}`, registry, caller)
      return skill === undefined ? undefined : (await publish(skill)).text
    },
  }
}

/** A skill's file as a document. */
export function skillFile(skill: Skill): { readonly uri: string; readonly mimeType: string; readonly text: string } {
  const uri = `${SCHEME}${spellName(skill.name, 'agent-skill')}/${FILE}`
  return { uri, mimeType: MIME_TYPE, text: writeSkillFile(manifestOf(skill), 'L3') }
}

function skillAt(uri: string, registry: Registry, caller: Caller): Skill | undefined {
  if (!uri.startsWith(SCHEME) || !uri.endsWith(`/${FILE}`)) return undefined
  const skill = registry.find(uri.slice(SCHEME.length, -FILE.length - 1), 'agent-skill')
  return skill !== undefined && registry.list(caller).includes(skill) ? skill : undefined
}

function publish(skill: Skill): Promise<Published> {
  const known = publishedBySkill.get(skill)
  if (known !== undefined) return known
  const { text } = skillFile(skill)
  const published = skillEntry(spellName(skill.name, 'agent-skill'), { [FILE]: text }).then((entry) => ({
    text,
    entry,
  }))
  publishedBySkill.set(skill, published)
  return published
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,9}$/.test(cursor))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'cursor: not one of this list')
  return Number(cursor)
}
