import { canonicalJson, foreignSchema, nameProblem, type SkillSchema } from '@clawstead/skills'
import { coerce } from 'semver'
import { agentIdOf, isMachineContext } from '../identity/agent-id.js'
import { weaknessOf } from '../identity/ed25519.js'
import { publicKeyFromText, publicKeyToText } from '../identity/encodings.js'
import { sha256Hex } from '../identity/sha256.js'
import { foreignText } from './foreign-text.js'
import {
  REMOTE_DESCRIPTION_CHARS_MAX,
  REMOTE_SKILLS_MAX,
  REMOTE_TIMEOUT_MS_DEFAULT,
  REMOTE_TIMEOUT_MS_MAX,
} from './limits.js'
import type { KeyPin } from './pins.js'
import { schemasOfTexts } from './text-schema.js'

/** One skill as a remote describes it, after everything in it was checked. */
export type RemoteSkill = {
  readonly name: string
  readonly version: string
  readonly author: string
  /** Empty when it says nothing about itself. */
  readonly description: string
  readonly input: SkillSchema
  readonly output: SkillSchema
  readonly signatureRequired: boolean
  readonly isReadOnly: boolean
  readonly timeoutMs: number
  /** Over what it says it takes and gives, computed here. */
  readonly schemaHash: string
  /** What the remote itself calls it. */
  readonly remoteName: string
}

/** What a remote says about itself. */
export type RemoteInfo = {
  readonly name: string
  readonly version: string
  readonly key: KeyPin | undefined
  /** Its answer was signed with that key. */
  readonly signs: boolean
  /** How its key followed earlier ones; nothing of it is believed yet. */
  readonly rotations: readonly unknown[]
  readonly skills: readonly RemoteSkill[]
  /** Skills that were left out, and why. */
  readonly complaints: readonly string[]
}

type Members = Readonly<Record<string, unknown>>

/**
 * Reads the answer of `/mcp/info`: of a node with many skills, or of a service that is one.
 * @throws TypeError saying what makes it no info at all.
 */
export function readInfo(json: unknown): RemoteInfo {
  const info = membersOf(json)
  if (info === undefined) throw new TypeError('info is no object')
  const name = textOf(info['name'])
  if (name === undefined) throw new TypeError('info has no name')
  const described = skillsOf(info)
  const skills: RemoteSkill[] = []
  const complaints: string[] = []
  if (described.length > REMOTE_SKILLS_MAX) {
    complaints.push(`only the first ${REMOTE_SKILLS_MAX} of ${described.length} skills are used`)
  }
  for (const { brief, schema } of described.slice(0, REMOTE_SKILLS_MAX)) {
    // What the remote itself has from elsewhere is to be asked for there: trust is not passed on.
    if (brief['via'] !== undefined) continue
    try {
      skills.push(readSkill(brief, schema))
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      complaints.push(foreignText(`${textOf(brief['name']) ?? 'a skill'}: ${error.message}`))
    }
  }
  return {
    name: foreignText(name),
    version: foreignText(textOf(info['version']) ?? '0'),
    key: keyOf(info),
    signs: false,
    rotations: Array.isArray(info['rotations']) ? info['rotations'] : [],
    skills,
    complaints,
  }
}

/** A node lists its skills and maps their schemas by name; a service that is one skill has its schema right there. */
function skillsOf(info: Members): readonly { readonly brief: Members; readonly schema: Members }[] {
  const schema = membersOf(info['schema']) ?? {}
  const { skills } = info
  if (!Array.isArray(skills)) return [{ brief: info, schema }]
  const isOne = 'inputs' in schema || 'inputSchema' in schema
  return skills.flatMap((brief: unknown) => {
    const members = membersOf(brief)
    if (members === undefined) return []
    const own = isOne ? schema : membersOf(schema[String(members['name'])])
    return [{ brief: isOne ? { ...info, ...members } : members, schema: own ?? {} }]
  })
}

function readSkill(brief: Members, schema: Members): RemoteSkill {
  const name = textOf(brief['name'])
  if (name === undefined) throw new TypeError('has no name')
  const problem = nameProblem(name)
  if (problem !== undefined) throw new TypeError(`name: ${problem}`)
  const version = textOf(brief['version']) ?? (typeof brief['version'] === 'number' ? String(brief['version']) : '')
  if (coerce(version) === null) throw new TypeError(`version: expected one such as 1.2, got ${JSON.stringify(version)}`)
  return remoteSkill({
    name,
    remoteName: name,
    version,
    author: textOf(brief['author']) ?? '',
    description: textOf(brief['description']) ?? '',
    ...schemasSaid(schema),
    // What it prints for people counts too: nothing of its description changes unnoticed.
    hashed: schema,
    signatureRequired: brief['signature_required'] !== false,
    isReadOnly: false,
    timeoutMs: brief['timeout_ms'],
  })
}

/** As JSON schemas, or in the words of a SKILL.md. A side nothing is said about takes or gives anything. */
function schemasSaid(schema: Members): { readonly inputSchema: unknown; readonly outputSchema: unknown } {
  const { inputSchema, outputSchema } = schema
  const [inputs, outputs] = [membersOf(schema['inputs']), membersOf(schema['outputs'])]
  if (inputSchema !== undefined || inputs === undefined) {
    return { inputSchema: inputSchema ?? {}, outputSchema: outputSchema ?? {} }
  }
  const texts = schemasOfTexts({ inputs, outputs: outputs ?? {} })
  return {
    inputSchema: texts.inputSchema,
    outputSchema: outputSchema ?? (outputs === undefined ? {} : texts.outputSchema),
  }
}

/** @throws TypeError naming the part that is no schema. */
export function remoteSkill(said: {
  readonly name: string
  readonly remoteName: string
  readonly version: string
  readonly author: string
  readonly description: string
  readonly inputSchema: unknown
  readonly outputSchema: unknown
  readonly hashed: unknown
  readonly signatureRequired: boolean
  readonly isReadOnly: boolean
  readonly timeoutMs: unknown
}): RemoteSkill {
  const { name, remoteName, version, signatureRequired, isReadOnly, timeoutMs } = said
  const isTimeout = typeof timeoutMs === 'number' && timeoutMs >= 1
  return {
    name,
    remoteName,
    version: foreignText(version),
    author: foreignText(said.author),
    description: foreignText(said.description, REMOTE_DESCRIPTION_CHARS_MAX),
    input: schemaOf('inputs', said.inputSchema),
    output: schemaOf('outputs', said.outputSchema),
    signatureRequired,
    isReadOnly,
    timeoutMs: isTimeout ? Math.min(Math.floor(timeoutMs), REMOTE_TIMEOUT_MS_MAX) : REMOTE_TIMEOUT_MS_DEFAULT,
    schemaHash: sha256Hex(canonicalJson(said.hashed)),
  }
}

function schemaOf(side: string, schema: unknown): SkillSchema {
  const members = membersOf(schema)
  if (members === undefined) throw new TypeError(`${side}: expected a JSON schema`)
  try {
    return foreignSchema(members)
  } catch (error) {
    throw new TypeError(`${side}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The key a remote shows, in one spelling. @throws TypeError when it contradicts itself. */
function keyOf(info: Members): KeyPin | undefined {
  const { pubkey, agent_id: agentId } = info
  if (pubkey === undefined) return undefined
  const raw = typeof pubkey === 'string' ? publicKeyFromText(pubkey) : undefined
  if (raw === undefined) throw new TypeError('info has a pubkey that is no Ed25519 key')
  const weakness = weaknessOf(raw)
  if (weakness !== undefined) throw new TypeError(`info has a pubkey that is refused: ${weakness}`)
  const context = textOf(info['machine_context']) ?? ''
  if (!isMachineContext(context)) throw new TypeError('info has a machine_context that is none')
  const ownId = agentIdOf(raw, context)
  if (agentId !== undefined && agentId !== ownId) throw new TypeError('info has an agent_id that is not of its pubkey')
  return { agent_id: ownId, pubkey: publicKeyToText(raw) }
}

export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
