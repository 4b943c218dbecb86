import { type Frame, type ScriptedPeer, startScriptedServer } from '@clawstead/client/testing'
import { expect, test } from 'vitest'
import {
  type Comparison,
  compare,
  type Exchange,
  type RecordedFrame,
  readRecording,
  send,
  withoutTimes,
} from './testing/recordings.js'
import { startTestSidecar, toolResult } from './testing/sidecar.js'

/**
 * A whole recorded conversation: HTTP on one side, frames of the world on the other, with a 1.0 world, a 1.1 world, an
 * unknown version, a mistyped OBS and answers that never come.
 */
test('[UP1] the recorded conversation between an agent, the sidecar and two worlds', async () => {
  const world = await startScriptedServer()
  const sidecar = await startTestSidecar({ worldWsUrl: world.url })
  const rows = readRecording<Exchange | RecordedFrame>('upstream_frames').map(
    (row) =>
      JSON.parse(JSON.stringify(row).replaceAll('ws://127.0.0.1:8080/v1/ws', world.url)) as Exchange | RecordedFrame,
  )
  const comparisons: Comparison[] = []
  let peer: ScriptedPeer | undefined
  let answer: { readonly exchange: Exchange; readonly sent: ReturnType<typeof send> } | undefined

  for (const [index, row] of rows.entries()) {
    if ('dir' in row && row.dir === 'in') {
      const [next] = rows.slice(index + 1)
      if (next !== undefined && 'request' in next && isWaiting(next)) {
        answer = { exchange: next, sent: send(sidecar.url, next.request) }
        rows.splice(index + 1, 1)
        // Two calls that came later have been answered, so this one is waiting.
        for (let count = 0; count < 2; count++) await toolResult(sidecar.url, 'fk', 'get_status')
      }
      peer?.send(row.msg)
      await arrival(sidecar.url, row.msg)
    } else if ('dir' in row) {
      if (row.msg.type === 'HELLO') {
        peer = await world.connection()
        comparisons.push(compareFrame(await peer.next(), row.msg))
      } else {
        const frame = (await peer?.next()) as Frame
        comparisons.push(compareFrame(frame, row.msg))
        if (frame.type === 'ACT' && !('instants' in frame)) {
          const refusal = { accepted: false, code: 'E_BAD_REQUEST', message: 'missing act_id' }
          peer?.send({ type: 'ACK', protocol_version: '1.1', ack_for: frame.act_id, ...refusal })
        }
      }
    } else {
      if (JSON.stringify(row).includes('"last_error"')) await breakOff(sidecar.url, peer)
      answer = { exchange: row, sent: send(sidecar.url, row.request) }
    }
    // An exchange that makes the sidecar speak to the world is recorded before what it says.
    const next = rows[index + 1]
    const speaks = next !== undefined && 'dir' in next && next.dir === 'out'
    if (answer !== undefined && !speaks) {
      comparisons.push(compare(await answer.sent, answer.exchange))
      answer = undefined
    }
  }
  await sidecar.close()
  await world.close()
  expect(comparisons.map(({ actual }) => actual)).toEqual(comparisons.map(({ recorded }) => recorded))
})

const isWaiting = ({ request }: Exchange): boolean => JSON.stringify(request.body).includes('"wait_new_tick":true')

/** Frames travel on their own; the status tells when one has been taken. */
async function arrival(url: string, frame: Frame): Promise<void> {
  const isTaken = (status: Record<string, unknown>): boolean => {
    if (frame.type === 'WELCOME')
      return frame.protocol_version === '2.0' || status.protocol_version === frame.protocol_version
    return (frame.self as Frame).hp !== 20 || status.last_obs_tick === frame.tick
  }
  while (!isTaken(await toolResult(url, 'fk', 'get_status'))) continue
}

async function breakOff(url: string, peer: ScriptedPeer | undefined): Promise<void> {
  peer?.close(1008, 'expected HELLO')
  while ((await toolResult(url, 'fk', 'get_status')).connected === true) continue
}

/** Zero vectors say nothing on this wire, and HELLO may offer more than the recording did. */
function compareFrame(frame: Frame, recorded: Frame): Comparison {
  const plain = JSON.parse(JSON.stringify(recorded).replace(/,"(anchor|block_pos)":\[0,0,0\]/g, '')) as Frame
  if (recorded.type !== 'HELLO') return { actual: withoutTimes(frame), recorded: plain }
  const { clawstead: _clawstead, ...capabilities } = frame.capabilities as Frame
  const { supported_versions } = recorded
  return { actual: { ...frame, supported_versions, capabilities }, recorded: plain }
}
