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

/** The parts of an ACT that make a difference. */
export interface Asked {
  readonly instants?: readonly Data[]
  readonly tasks?: readonly Data[]
  readonly cancel?: readonly string[]
}

/** An observation, or those of its keys that were kept. */
export interface Told {
  readonly at: number
  readonly conn: string
  readonly obs: Data
  /** How many events there were since the question, if it came from the same client. */
  readonly news?: { readonly since: number; readonly count: number }
}

/** What was asked, and everything that was answered to it. */
export interface Case {
  readonly id: string
  readonly sent: readonly Sent[]
  readonly told: readonly Told[]
  /** Answers outside observations: ACK and EVENT_BATCH. */
  readonly got: readonly Data[]
  /** The agent changed worlds: what it was told is compared, not in which tick. */
  readonly isSwitch?: boolean
}

interface Line extends Asked {
  /** Starts a case; lines without one belong to the case before them. */
  readonly case?: string
  readonly at: number
  readonly conn: string
  readonly cursor?: number
  /** A whole frame, or a text that is none. */
  readonly send?: unknown
  readonly text?: string
  readonly binary?: boolean
  readonly obs?: Data
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
  return cases
}

function addLine(parts: CaseParts, line: Line): void {
  if (line.obs !== undefined) parts.told.push(toldOf(line, line.obs, parts.sent))
  else if (line.get !== undefined) parts.got.push(line.get)
  else if (line.send !== undefined || line.text !== undefined) parts.sent.push(frameSent(line))
  else {
    parts.sent.push(actSent(line.conn, line.at, line, { id: parts.id, cursor: line.cursor ?? 0 }))
    // Where only the parts of an ACT were kept its ACK was not; it can only have been this.
    parts.got.push(ackOf(parts.id, line.at + 1))
  }
}

function toldOf({ at, conn, cursor = 0 }: Line, obs: Data, asked: readonly Sent[]): Told {
  const question = asked.find((sent) => sent.conn === conn)
  if (question?.cursor === undefined) return { at, conn, obs }
  return { at, conn, obs, news: { since: question.at, count: cursor - question.cursor } }
}

function frameSent({ at, conn, send, text, binary = false }: Line): Sent {
  const cursor = cursorIn((send as Data | undefined)?.['based_on_obs_id'])
  return {
    at,
    conn,
    binary,
    data: text ?? JSON.stringify(send),
    actions: actionsOf((send ?? {}) as Asked),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

interface ActDetails {
  readonly id: string
  readonly cursor: number
  readonly worldId?: string
}

/** An ACT sent after the observation of tick `at`. */
export function actSent(conn: string, at: number, asked: Asked, details: ActDetails): Sent {
  const { id, cursor, worldId = 'world_1' } = details
  const { instants = [], tasks = [], cancel = [] } = asked
  const act = {
    type: 'ACT',
    protocol_version: '1.1',
    act_id: id,
    based_on_obs_id: `${conn}:${at}:${cursor}`,
    tick: at,
    agent_id: conn,
    expected_world_id: worldId,
    instants: instants.map(withLongText),
    tasks,
    cancel,
  }
  return { at, conn, cursor, binary: false, data: JSON.stringify(act), actions: actionsOf(asked) }
}

function ackOf(actId: string, tick: number): Data {
  return {
    type: 'ACK',
    protocol_version: '1.1',
    ack_for: actId,
    accepted: true,
    server_tick: tick,
    world_id: 'world_1',
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

function actionsOf({ instants, tasks }: Asked): string[] {
  return [instants, tasks].flatMap((list) => (Array.isArray(list) ? list.map(({ type }: Data) => String(type)) : []))
}
