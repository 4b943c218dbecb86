import { expect, test } from 'vitest'
import { applyEdit } from '../history/apply-edit.js'
import { type Scenario, scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { lastEvent } from './test-helpers.js'

/** Reserves the row of the map for an edit that goes on for many ticks. */
function editing(s: Scenario): void {
  const [, y] = s.at('A')
  const box = { min: [1, 0, 0], max: [200, y + 40, 400] } as const
  const block = s.world.content.block('STONE')
  applyEdit(new Tx(s.world), { id: 'E1', label: 'hill', op: 'replace', box, from: block, to: block }, 'operator')
}

test('[RESERVED1] cells that are being edited belong to the edit', () => {
  const s = scenario('A s . d', { legend: { s: 'STONE', d: 'DOOR' } })
  const [, y] = s.at('A')
  editing(s)
  const conflict = { type: 'TASK_FAIL', code: 'E_CONFLICT', message: 'cells are being edited', edit_id: 'E1' }
  const tasks = [
    { type: 'MINE', block_pos: [1, y, 0] },
    { type: 'PLACE', item_id: 'PLANK', block_pos: [2, y, 0] },
    { type: 'OPEN', target_id: `DOOR@3,${y},0` },
    { type: 'BUILD_BLUEPRINT', blueprint_id: 'road_segment', anchor: [2, y, 0] },
  ]
  for (const task of tasks) {
    s.task('A', task)
    s.tick()
    expect(s.world.state.edits).toHaveLength(1)
    expect({ task: task.type, ...lastEvent(s, 'A') }).toMatchObject({ ...conflict, task: task.type })
  }
})
