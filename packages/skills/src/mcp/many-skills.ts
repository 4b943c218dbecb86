import { z } from 'zod'
import { SkillError } from '../errors.js'
import { LISTED_SKILLS_MAX, SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX } from '../limits.js'
import { spellName } from '../names.js'
import type { Registry } from '../registry.js'
import { defineSkill, type Skill } from '../skill.js'

const SEARCH = 'mesh/search'
const CALL = 'mesh/call'

/**
 * With more skills than a model should read at once, two stand for all of them: one to find, one to call. They come and go
 * with the number of the others.
 * @returns a function that ends it
 */
export function offerSearch(registry: Registry): () => void {
  const own = [searchSkill(registry), callSkill(registry)]
  const names = new Set(own.map(({ name }) => name))
  let isOffered = false

  function look(): void {
    const others = registry.all().filter(({ name }) => !names.has(name)).length
    const isWanted = others > LISTED_SKILLS_MAX
    if (isWanted === isOffered) return
    isOffered = isWanted
    for (const skill of own) {
      if (isWanted) registry.register(skill)
      else registry.unregister(skill.name)
    }
  }

  look()
  return registry.onChange(look)
}

/** Whether the list for models is cut short, so that the rest is found by searching. */
export function isSearched(registry: Registry): boolean {
  return registry.find(SEARCH, 'mesh') !== undefined
}

function searchSkill(registry: Registry): Skill {
  return defineSkill({
    name: SEARCH,
    version: '1.0.0',
    author: 'clawstead',
    description: 'Find skills by words of their name or description. Call what you find with mesh_call.',
    input: z.strictObject({
      query: z.string().describe('words, all of which must occur'),
      limit: z.int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_LIMIT_DEFAULT),
    }),
    output: z.object({
      skills: z.array(z.object({ name: z.string(), description: z.string(), input: z.looseObject({}) })),
      omitted: z.int().describe('how many more there are'),
    }),
    isReadOnly: true,
    run({ query, limit }, { caller }) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean)
      const found = registry
        .list(caller)
        .map((skill) => ({ skill, score: scoreOf(skill, words) }))
        .filter(({ score }) => score > 0)
        .toSorted((left, right) => right.score - left.score || (left.skill.name < right.skill.name ? -1 : 1))
      const skills = found.slice(0, limit).map(({ skill }) => ({
        name: skill.name,
        description: skill.description,
        input: skill.input.json,
      }))
      return { skills, omitted: found.length - skills.length }
    },
  })
}

function callSkill(registry: Registry): Skill {
  return defineSkill({
    name: CALL,
    version: '1.0.0',
    author: 'clawstead',
    description: 'Call a skill found with mesh_search.',
    input: z.strictObject({
      skill: z.string().describe('its name'),
      input: z.looseObject({}).default({}).describe('what it takes'),
    }),
    output: z.object({ result: z.unknown() }),
    async run({ skill: name, input }, { caller, signal, way }) {
      const skill = registry.findAny(name, 'mesh')
      if (skill === undefined) throw new SkillError('not_found', `no skill ${name}`)
      if (skill.name === CALL) throw new SkillError('bad_input', 'skill: call it directly')
      const onBehalfOf = caller.identity
      return { result: await registry.call({ skill: skill.name, input, caller, door: CALL, signal, way, onBehalfOf }) }
    },
  })
}

/** Every word must occur; in the name it counts more. */
function scoreOf({ name, description }: Skill, words: readonly string[]): number {
  const [said, described] = [`${name} ${spellName(name, 'mcp')}`, description.toLowerCase()]
  const scores = words.map((word) => (said.includes(word) ? 2 : Number(described.includes(word))))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 1)
}
