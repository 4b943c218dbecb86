import { coerce, compare } from 'semver'

/** What is remembered of a skill of a remote. */
export type SkillPin = {
  readonly version: string
  /** SHA-256 over the canonical text of what it takes and gives. */
  readonly schema_hash: string
}

/** How what a remote says now differs from what was pinned. */
export type Drift =
  /** Declared by a newer version. */
  | { readonly kind: 'outdated'; readonly warning: string }
  /** The same version says something else: nobody was meant to notice. */
  | { readonly kind: 'undeclared'; readonly warning: string }
  | { readonly kind: 'downgrade'; readonly warning: string }

/** @returns undefined when there is nothing to say. */
export function driftBetween(name: string, known: SkillPin, seen: SkillPin): Drift | undefined {
  const order = compareVersions(seen.version, known.version)
  if (order < 0) {
    const warning = `Skill ${name}/v${known.version} was replaced by the older v${seen.version}`
    return { kind: 'downgrade', warning }
  }
  if (known.schema_hash === seen.schema_hash) return undefined
  if (order > 0) {
    return { kind: 'outdated', warning: `Skill ${name}/v${known.version} is outdated. New: v${seen.version}` }
  }
  return { kind: 'undeclared', warning: `Skill ${name}/v${seen.version}: schema changed without version bump` }
}

/** Versions are text: `1.10` is newer than `1.9`, and `1.2` is `1.2.0`. What has no number in it counts as 0. */
function compareVersions(left: string, right: string): number {
  return compare(coerce(left) ?? '0.0.0', coerce(right) ?? '0.0.0')
}
