import { readFileSync } from 'node:fs'
import type { Data } from './recording.js'

/** A recorded frame as the protocol keeps it: without times, and without the texts of content. */
export interface FixtureLine {
  readonly from: 'client' | 'server'
  readonly frame?: unknown
  /** The frame as sent, where parsing would lose how it was written. */
  readonly text?: string
  readonly trimmed?: boolean
  readonly expect?: {
    readonly close?: { readonly code: number; readonly reason: string }
    readonly welcome?: string
  }
}

const FOLDER = new URL('../../../protocol/fixtures/golden/agent/', import.meta.url)

export function readFixture(name: string): FixtureLine[] {
  const text = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FixtureLine)
}

/** Content files of which every server has its own: their digests differ. */
const OWN_FILES = ['recipes_digest', 'blueprints_digest', 'law_templates_digest', 'events_digest']

/** WELCOME as it is compared: secrets and names of sessions are everybody's own, and so are digests of own files. */
export function comparableWelcome(frame: unknown): Data {
  const { session_id: session, resume_token: token, catalogs, ...rest } = frame as Data
  const shared = Object.entries(catalogs as Data).map(([key, value]) => [key, OWN_FILES.includes(key) ? 'own' : value])
  return {
    ...rest,
    catalogs: Object.fromEntries(shared) as Data,
    session_id: typeof session,
    resume_token: typeof token,
  }
}
