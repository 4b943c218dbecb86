import type { Logger, Registry, Skill, SkillContext } from '@clawstead/skills'
import { foreignText } from './foreign-text.js'
import { REMOTE_CALLS_MAX } from './limits.js'
import type { RemoteSkill } from './remote-info.js'

/** The skills of one remote, as they stand in the registry. */
export type Offers = {
  /** Brings the registry in line with what the remote offers now. */
  set(offers: readonly { readonly skill: RemoteSkill; readonly blockedBecause?: string }[]): void
  /** Switches all of them off with one reason, or back to what each had. */
  setTrouble(reason: string | undefined): void
  /** How many of its skills can be found in the registry. */
  count(): number
  clear(): void
}

export type OffersOptions = {
  readonly url: string
  readonly registry: Registry
  readonly log: Logger
  run(skill: RemoteSkill, input: unknown, context: SkillContext): Promise<unknown>
}

type Offer = { readonly registered: Skill; readonly skill: RemoteSkill; blockedBecause: string | undefined }

export function createOffers({ url, registry, log, run }: OffersOptions): Offers {
  const offerByName = new Map<string, Offer>()
  /** Names that were refused, so that each refusal is told once. */
  const refused = new Set<string>()
  let trouble: string | undefined

  const isMine = ({ registered }: Offer): boolean => registry.find(registered.name, 'mesh') === registered

  function remove(name: string): void {
    const offer = offerByName.get(name)
    // A skill of this machine may have taken the name meanwhile: that one stays.
    if (offer !== undefined && isMine(offer)) registry.unregister(name)
    offerByName.delete(name)
  }

  function place(skill: RemoteSkill, blockedBecause: string | undefined): void {
    const present = offerByName.get(skill.name)
    if (present !== undefined && isMine(present) && isSame(present.skill, skill)) {
      present.blockedBecause = blockedBecause
    } else {
      remove(skill.name)
      const registered = asSkill(skill, url, run)
      try {
        registry.register(registered)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        if (!refused.has(skill.name)) log.warn({ remote: url, skill: skill.name }, foreignText(error.message))
        refused.add(skill.name)
        return
      }
      refused.delete(skill.name)
      offerByName.set(skill.name, { registered, skill, blockedBecause })
    }
    registry.setAvailability(skill.name, trouble ?? blockedBecause)
  }

  return {
    set(offers) {
      const names = new Set(offers.map(({ skill }) => skill.name))
      for (const name of Array.from(offerByName.keys())) if (!names.has(name)) remove(name)
      for (const { skill, blockedBecause } of offers) place(skill, blockedBecause)
    },
    setTrouble(reason) {
      trouble = reason
      for (const [name, offer] of offerByName) {
        if (isMine(offer)) registry.setAvailability(name, reason ?? offer.blockedBecause)
      }
    },
    count: () => Array.from(offerByName.values()).filter(isMine).length,
    clear() {
      for (const name of Array.from(offerByName.keys())) remove(name)
    },
  }
}

function isSame(present: RemoteSkill, next: RemoteSkill): boolean {
  return (
    present.schemaHash === next.schemaHash &&
    present.version === next.version &&
    present.description === next.description &&
    present.timeoutMs === next.timeoutMs &&
    present.signatureRequired === next.signatureRequired
  )
}

function asSkill(skill: RemoteSkill, url: string, run: OffersOptions['run']): Skill {
  const { name, version, author, description, input, output, signatureRequired, isReadOnly, timeoutMs } = skill
  return {
    name,
    version,
    author,
    description: description === '' ? `${name}, which says nothing about itself` : description,
    input,
    output,
    // What it builds on is there, not here.
    dependencies: [],
    rights: [],
    signatureRequired,
    isReadOnly,
    timeoutMs,
    concurrencyMax: REMOTE_CALLS_MAX,
    origin: 'remote',
    via: url,
    run: (value, context) => run(skill, value, context),
  }
}
