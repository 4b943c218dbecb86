import { plainText } from '../output/plain-text.js'
import type { Kind } from './kinds.js'

/** Where settings stand together in help texts and in the reference. */
export const GROUPS = ['World', 'World server', 'Sidecar', 'Skills', 'Mesh', 'Bots', 'History', 'General'] as const
export type Group = (typeof GROUPS)[number]

/** A default that depends on settings further up in the table. */
export interface DerivedDefault<Value> {
  derive(read: (name: string) => unknown): Value
}

/** One setting, said once. The flag parser, the help texts, `clawstead config` and the reference all come from these. */
export interface Setting<Name extends string = string, Value = unknown> {
  /** Also the flag (`--name`), the config key (`name`) and the environment variable (`CLAWSTEAD_NAME`). */
  readonly name: Name
  readonly kind: Kind<NonNullable<Value>>
  readonly fallback: { readonly value: Value } | DerivedDefault<Value>
  /** The default in words, where the value alone would not tell. */
  readonly defaultSays?: string
  readonly doc: string
  /** What turning it off means, for a switch that is on by default. */
  readonly docOff?: string
  readonly group: Group
  /** The commands that take it. `config` takes every setting, so it is not named here. */
  readonly commands: readonly string[]
  /** Variables of the existing programs. They are trimmed, and what they cannot mean is skipped with a log line. */
  readonly environment: readonly string[]
  /** What a blank value means: not given (the next origin decides), a mistake, or a value of its own. */
  readonly blank: 'not-given' | 'refused' | 'kept'
  /** False for what makes no sense inside the config file itself. */
  readonly inFile: boolean
  /** Set when giving it changes nothing: the sentence that says so, once, in the log. */
  readonly withoutEffect?: string
  /** A name of the existing programs only: accepted, kept out of help and config file. */
  readonly isForeign: boolean
}

type Optional = 'environment' | 'blank' | 'inFile' | 'isForeign'
type Input<Name extends string, Value> = Omit<Setting<Name, Value>, Optional | 'fallback' | 'kind'> &
  Partial<Pick<Setting, Optional>> & { readonly kind: Kind<Value> }

/** A setting that always has a value. */
export function setting<const Name extends string, Value>(
  input: Input<Name, Value> & { readonly default: NoInfer<Value> | DerivedDefault<NoInfer<Value>> },
): Setting<Name, Value> {
  const { default: fallback, ...rest } = input
  return complete(rest, isDerived<Value>(fallback) ? fallback : { value: fallback })
}

/** A setting that may be left without a value. */
export function optionalSetting<const Name extends string, Value>(
  input: Input<Name, Value>,
): Setting<Name, Value | undefined> {
  return complete(input as Input<Name, Value | undefined>, { value: undefined })
}

function complete<Name extends string, Value>(
  input: Input<Name, Value>,
  fallback: Setting<Name, Value>['fallback'],
): Setting<Name, Value> {
  const { kind, ...rest } = input
  return {
    environment: [],
    blank: 'refused',
    inFile: true,
    isForeign: false,
    ...rest,
    kind: kind as Kind<NonNullable<Value>>,
    fallback,
  }
}

/** The environment variable every setting has. */
export function variableOf(name: string): string {
  return `CLAWSTEAD_${name.replaceAll('-', '_').toUpperCase()}`
}

/** A switch that is on by default is shown by the flag that turns it off. */
export function isOnByDefault(one: Setting): boolean {
  return 'value' in one.fallback && one.fallback.value === true
}

/** The flag as help shows it: `--port N`, `--no-page`, `--[no-]admin-http`. */
export function flagUsage(one: Setting): string {
  if (one.kind.placeholder !== '') return `--${one.name} ${one.kind.placeholder}`
  if ('derive' in one.fallback) return `--[no-]${one.name}`
  return isOnByDefault(one) ? `--no-${one.name}` : `--${one.name}`
}

/** The default in words. */
export function defaultText(one: Setting): string {
  if (one.defaultSays !== undefined) return one.defaultSays
  const value = 'value' in one.fallback ? one.fallback.value : undefined
  return value === undefined ? 'none' : plainText(value)
}

function isDerived<Value>(fallback: unknown): fallback is DerivedDefault<Value> {
  return typeof fallback === 'object' && fallback !== null && 'derive' in fallback
}
