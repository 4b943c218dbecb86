import type { AgentId } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import { expect, test } from 'vitest'
import { createMemoryInbox, MemoryInboxContent } from '../store/memory/memory-inbox-store.js'
import { SequenceSet } from '../store/sequence-set.js'
import { Intake } from './intake.js'
import { actOf } from './world-runner.contract.js'

const JOIN: Input = { kind: 'join', agentId: 'A1' as AgentId, name: 'ann' }

function openIntake() {
  const content = new MemoryInboxContent()
  const inbox = createMemoryInbox('world_1', content)
  return { intake: new Intake({ nextTick: 7, inbox }), inbox, written: () => content.read(new SequenceSet()) }
}

test('[INTAKE1] an act may be acknowledged once it is written, without a word from the world', async () => {
  const { intake, written } = openIntake()
  expect(await intake.submit(actOf(7))).toBe(7)
  expect(written()).toEqual([{ sequence: 1, input: actOf(7) }])
  expect(intake.step(7)).toEqual([{ input: actOf(7), sequence: 1 }])
})

test('[INTAKE2] what is no act is handed in without being written', async () => {
  const { intake, written } = openIntake()
  expect(await intake.submit(JOIN)).toBe(7)
  expect([written(), intake.step(7)]).toEqual([[], [{ input: JOIN, sequence: undefined }]])
})

test('[INTAKE3] what came before a tick was asked for is for that tick, once and in order', async () => {
  const { intake } = openIntake()
  expect([await intake.submit(JOIN), await intake.submit(actOf(7)), intake.waiting]).toEqual([7, 7, 2])
  expect(intake.step(7).map(({ input }) => input)).toEqual([JOIN, actOf(7)])
  expect([intake.waiting, await intake.submit(actOf(8))]).toEqual([0, 8])
  expect(intake.step(8).map(({ input }) => input)).toEqual([actOf(8)])
})

test('[INTAKE4] an act that cannot be written is refused and not handed in', async () => {
  const { intake, inbox } = openIntake()
  await inbox.close()
  await expect(intake.submit(actOf(7))).rejects.toThrow('inbox of world_1: closed')
  expect(intake.step(7)).toEqual([])
})

test('[INTAKE5] an act under way when the world ends is written and acknowledged, for its next start to find', async () => {
  const { intake, written } = openIntake()
  const under = intake.submit(actOf(7))
  await intake.close()
  expect([await under, written()]).toEqual([7, [{ sequence: 1, input: actOf(7) }]])
  await expect(intake.submit(actOf(8))).rejects.toThrow('closed')
})
