import { expect, test } from 'vitest'
import { encodeMessage } from './encode.js'
import { Ack } from './messages/ack.js'
import { Act } from './messages/act.js'
import { Hello } from './messages/hello.js'
import { Tick } from './observer/tick.js'

test('[ENC1] a server leaves out optional fields that are zero, and nothing else', () => {
  const ack = { type: 'ACK', protocol_version: '1.1', ack_for: '', accepted: false, code: '', server_tick: 0 }
  expect(encodeMessage(Ack, { ...ack, world_id: 'W' })).toBe(
    '{"type":"ACK","protocol_version":"1.1","ack_for":"","accepted":false,"world_id":"W"}',
  )
})

test('[ENC2] keys come in the order of the definition, unknown ones not at all', () => {
  expect(encodeMessage(Ack, { accepted: true, extra: 1, ack_for: 'a', type: 'ACK', protocol_version: '1.1' })).toBe(
    '{"type":"ACK","protocol_version":"1.1","ack_for":"a","accepted":true}',
  )
})

test('[ENC3] a client leaves out what reads as the default', () => {
  const hello = {
    type: 'HELLO',
    protocol_version: '1.1',
    supported_versions: [],
    agent_name: 'ada',
    capabilities: { delta_voxels: true, max_queue: 0, clawstead: false },
    client_capabilities: {},
    auth: { token: '' },
  }
  expect(encodeMessage(Hello, hello)).toBe(
    '{"type":"HELLO","protocol_version":"1.1","agent_name":"ada","capabilities":{"delta_voxels":true},"client_capabilities":{}}',
  )
})

test('[ENC4] actions are written as they are, zero vectors too', () => {
  const instant = { type: 'SAY', id: '', text: '', anchor: [0, 0, 0] }
  const act = { type: 'ACT', protocol_version: '1.1', act_id: 'a', tick: 5, instants: [instant], tasks: [], cancel: [] }
  const text =
    '{"type":"ACT","protocol_version":"1.1","act_id":"a","tick":5,"instants":[{"type":"SAY","id":"","text":"","anchor":[0,0,0]}]}'
  expect(encodeMessage(Act, act)).toBe(text)
  const tick = { type: 'TICK', protocol_version: '0.1', tick: 0, agents: [], actions: [{ agent_id: 'A1', act }] }
  expect(encodeMessage(Tick, tick)).toBe(
    `{"type":"TICK","protocol_version":"0.1","tick":0,"agents":[],"actions":[{"agent_id":"A1","act":${text}}]}`,
  )
})
