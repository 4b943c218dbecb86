import { readFileSync } from 'node:fs'

/** A frame as plain data. */
export type Data = Record<string, unknown>

/** Something a client sent after it had seen the observation of tick `at`. */
export interface Sent {
  readonly at: number
  readonly conn: string
  readonly data: string
  readonly binary: boolean
  /** Cursor of the last observation the client had seen. */
  readonly cursor?: number
  /** Types of the actions in it. */
  readonly actions: readonly string[]
}

/** An observation, or those of its keys that were kept. */
export interface Told {
  readonly at: number
  readonly conn: string
  readonly cursor: number
  readonly obs: Data
}

/** What was asked, and everything that was answered to it. */
export interface Case {
  readonly id: string
  readonly sent: readonly Sent[]
  readonly told: readonly Told[]
  /** Answers outside observations: ACK and EVENT_BATCH. */
  readonly got: readonly Data[]
}

interface Line {
  /** Starts a case; lines without one belong to the case before them. */
  readonly case?: string
  readonly at: number
  readonly conn: string
  readonly cursor?: number
  /** An ACT of which only the parts that matter were kept. */
  readonly instants?: readonly Data[]
  readonly tasks?: readonly Data[]
  readonly cancel?: readonly string[]
  /** A whole frame, or a text that is none. */
  readonly send?: unknown
  readonly text?: string
  readonly binary?: true
  readonly obs?: Data
  /** Every key of the observation was kept. */
  readonly full?: true
  readonly get?: Data
}

interface CaseParts {
  readonly id: string
  readonly sent: Sent[]
  readonly told: Told[]
  readonly got: Data[]
}

/** Reads a recorded session as cases, in the order they were played. */
export function readRecording(name: string): Case[] {
  const text = readFileSync(new URL(`./recordings/${name}.jsonl`, import.meta.url), 'utf8')
  const cases: CaseParts[] = []
  for (const row of text.trim().split('\n')) {
    const line = JSON.parse(row) as Line
    if (line.case !== undefined) cases.push({ id: line.case, sent: [], told: [], got: [] })
    const current = cases.at(-1)
    if (current === undefined) throw new Error(`${name}: the first line starts no case`)
    addLine(current, line)
  }
  return cases.flatMap(splitView)
}

function addLine(parts: CaseParts, line: Line): void {
  const { at, conn } = line
  if (line.obs !== undefined) parts.told.push({ at, conn, cursor: line.cursor ?? 0, obs: line.obs })
  else if (line.get !== undefined) parts.got.push(line.get)
  else parts.sent.push(sentOf(line, parts.id))
}

function sentOf(line: Line, id: string): Sent {
  const { at, conn, binary = false } = line
  const frame = line.send ?? (line.text === undefined ? actOf(line, id) : undefined)
  const cursor = line.cursor ?? cursorIn((frame as Data | undefined)?.['based_on_obs_id'])
  return {
    at,
    conn,
    binary,
    data: line.text ?? JSON.stringify(frame),
    actions: actionsOf(frame),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

function actOf({ at, conn, cursor, instants = [], tasks = [], cancel = [] }: Line, id: string): Data {
  return {
    type: 'ACT',
    protocol_version: '1.1',
    act_id: id,
    based_on_obs_id: `${conn}:${at}:${cursor}`,
    tick: at,
    agent_id: conn,
    expected_world_id: 'world_1',
    instants: instants.map(withLongText),
    tasks,
    cancel,
  }
}

/** Long values were recorded as their length. */
function withLongText(instant: Data): Data {
  const value = instant['value'] as { bytes: number } | string | undefined
  return typeof value === 'object' ? { ...instant, value: 'x'.repeat(value.bytes) } : instant
}

function cursorIn(obsId: unknown): number | undefined {
  const found = typeof obsId === 'string' ? /^A\d+:\d+:(\d+)$/.exec(obsId) : null
  return found === null ? undefined : Number(found[1])
}

function actionsOf(frame: unknown): string[] {
  const lists = [(frame as Data | undefined)?.['instants'], (frame as Data | undefined)?.['tasks']]
  return lists.filter(Array.isArray).flatMap((list) => (list as Data[]).map(({ type }) => String(type)))
}

/** A whole observation without a question makes a case of each key, so that one that differs does not hide the others. */
function splitView(whole: CaseParts): Case[] {
  const [view] = whole.told
  if (whole.sent.length > 0 || view === undefined || !('voxels' in view.obs)) return [whole]
  return Object.entries(view.obs).map(([key, value]) => ({
    id: `${whole.id}: ${key}`,
    sent: [],
    told: [{ ...view, obs: { [key]: value } }],
    got: [],
  }))
}
