import { expect, test } from 'vitest'
import {
  agentId,
  agentNumber,
  contractId,
  itemEntityId,
  landId,
  lawId,
  obsId,
  orgId,
  parsePlacedId,
  placedId,
  postId,
  taskId,
  tradeId,
} from './ids.js'

test('[ID1] ids have the forms of the wire', () => {
  expect([agentId(12), taskId(1), itemEntityId(1234567), tradeId(2), contractId(3), lawId(4), orgId(5)]).toEqual([
    'A12',
    'T000001',
    'IT1234567',
    'TR000002',
    'C000003',
    'LAW000004',
    'ORG000005',
  ])
  expect([postId(6), landId(agentId(3), 2), obsId('A1', 41, 5), placedId('CHEST', [12, 0, -9])]).toEqual([
    'P000006',
    'LAND_A3_002',
    'A1:41:5',
    'CHEST@12,0,-9',
  ])
})

test('[ID2] placed ids are read back', () => {
  expect(parsePlacedId('CHEST@12,0,-9')).toEqual({ type: 'CHEST', pos: [12, 0, -9] })
  expect(parsePlacedId('SIGN@-0,1,2')).toEqual({ type: 'SIGN', pos: [0, 1, 2] })
})

test.each([
  '',
  'CHEST',
  '@1,2,3',
  'CHEST@',
  'CHEST@1,2',
  'CHEST@1,2,3,4',
  'CHEST@1, 2,3',
  'CHEST@1.5,2,3',
  'CHEST@+1,2,3',
])('[ID3] %j names no place', (text) => expect(parsePlacedId(text)).toBeUndefined())

test('[ID4] a second @ spoils the numbers', () => expect(parsePlacedId('A@B@1,2,3')).toBeUndefined())

test('[ID5] agents have numbers', () => {
  expect(['A1', 'A20', 'A0', 'A01', 'B1', 'A', 'A-1', 'A1 '].map(agentNumber)).toEqual([
    1,
    20,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
