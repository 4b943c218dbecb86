import { DESCRIBED_AT_ONCE_MAX, DESCRIBED_MAX } from './limits.js'
import type { RemoteSkill } from './remote-info.js'

/**
 * What skills say about themselves where a node's list of them leaves it out. Models choose by these words, so the skills
 * are asked one by one; each once for as long as it stays the same.
 */
export class SkillTexts {
  readonly #textsByName = new Map<string, Pick<RemoteSkill, 'schemaHash' | 'version' | 'author' | 'description'>>()

  /** @param ask what a skill says when it is asked alone; a skill that cannot be asked stays without words */
  async completed(
    skills: readonly RemoteSkill[],
    ask: (name: string) => Promise<RemoteSkill | undefined>,
  ): Promise<readonly RemoteSkill[]> {
    const unknown = skills.filter((skill) => skill.description === '' && this.#known(skill) === undefined)
    const asked = unknown.slice(0, DESCRIBED_MAX)
    for (let start = 0; start < asked.length; start += DESCRIBED_AT_ONCE_MAX) {
      const batch = asked.slice(start, start + DESCRIBED_AT_ONCE_MAX)
      await Promise.all(
        batch.map(async ({ name, schemaHash, version }) => {
          const said = await ask(name).catch(() => undefined)
          if (said === undefined) return
          const { author, description } = said
          this.#textsByName.set(name, { schemaHash, version, author, description })
        }),
      )
    }
    return skills.map((skill) => {
      const known = skill.description === '' ? this.#known(skill) : undefined
      return known === undefined ? skill : { ...skill, author: known.author, description: known.description }
    })
  }

  #known(skill: RemoteSkill): { readonly author: string; readonly description: string } | undefined {
    const known = this.#textsByName.get(skill.name)
    return known?.schemaHash === skill.schemaHash && known.version === skill.version ? known : undefined
  }
}
