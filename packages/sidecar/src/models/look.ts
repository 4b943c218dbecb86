import type { Obs, ReceivedEvent } from '@clawstead/protocol'
import { defineSkill, type Skill } from '@clawstead/skills'
import { z } from 'zod'
import { LOOK_TOKENS_DEFAULT, LOOK_TOKENS_MAX, LOOK_TOKENS_MIN, TOOL_TIMEOUT_MS } from '../limits.js'
import { groupBlocks, isWanted } from '../perception/block-groups.js'
import { fitLists, tokensOf } from '../perception/budget.js'
import { isImportant, labelled, untold, viewEvent } from '../perception/event-view.js'
import { offset, stepsBetween } from '../perception/geometry.js'
import type { Surroundings } from '../perception/surroundings.js'
import { untrusted } from '../perception/untrusted.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION } from '../tools/common.js'
import { carriedBy, Fields, notConnected, placeAt, selfOf, wholeWithin } from './common.js'

export function look(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/look',
    version: VERSION,
    author: AUTHOR,
    description:
      'What is around me, in cells I can act on: my state, inventory, things and agents, blocks by kind with nearest cells, events since I last looked.',
    isReadOnly: true,
    input: z.object({
      budget_tokens: wholeWithin(LOOK_TOKENS_MIN, LOOK_TOKENS_MAX, 'default 600').optional(),
      interests: z.array(z.string()).optional().describe('shown first: ["LOG"]'),
    }),
    output: z.object({
      self: Fields,
      inventory: z.array(Fields),
      things: z.array(Fields),
      blocks: z.array(Fields),
      events: z.array(Fields),
      boards: z.array(Fields),
      left_out: z.record(z.string(), z.int()),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    run: ({ budget_tokens: budget = LOOK_TOKENS_DEFAULT, interests = [] }, { caller }) =>
      sessions.use(caller.identity, async (session) => {
        if ((await session.glance()) === undefined) throw notConnected(session)
        const seen = await session.look({ waitForNewTick: false, timeoutMs: 0, needsCube: true })
        if (seen === undefined) throw notConnected(session)
        const place = placeAt(session, seen.observation)
        const events = untold(seen.carried.events, session.told)
        return viewPlace({ place, events, budget, interests, name: session.key })
      }),
  })
}

type View = {
  readonly place: Surroundings
  readonly events: readonly ReceivedEvent[]
  readonly budget: number
  readonly interests: readonly string[]
  /** The agent's name, by which others may call it. */
  readonly name: string
}

/** How the room is shared when there is more to tell than fits. */
const SHARE_PERCENT = { events: 25, things: 25, inventory: 15, blocks: 25, boards: 10 } as const

export function viewPlace({ place, events: news, budget, interests, name }: View): ReturnType<typeof assemble> {
  const { obs } = place
  const me = { agentId: obs.agent_id, name }
  // What matters most comes first; within that, the newest.
  const events = news.toReversed()
  const sorted = [...events.filter((one) => isImportant(one, me)), ...events.filter((one) => !isImportant(one, me))]
  const lists = {
    events: sorted.map(viewEvent),
    things: thingsNear(place, interests),
    inventory: Array.from(carriedBy(place), ([item, count]) => ({ item, count })),
    blocks: groupBlocks(place, interests),
    boards: postsOn(obs),
  }
  const self = { ...selfOf(place), ...aroundSelf(place), events_cursor: obs.events_cursor ?? 0 }
  const nothing = { events: [], things: [], inventory: [], blocks: [], boards: [] }
  const longest = Object.fromEntries(Object.entries(lists).map(([key, items]) => [key, items.length]))
  // Room for the frame and the longest account of what was left out; the lists share the rest.
  const frame = tokensOf({ self, ...nothing, left_out: longest })
  const fitted = fitLists(
    {
      events: { items: lists.events, sharePercent: SHARE_PERCENT.events },
      things: { items: lists.things, sharePercent: SHARE_PERCENT.things },
      inventory: { items: lists.inventory, sharePercent: SHARE_PERCENT.inventory },
      blocks: { items: lists.blocks, sharePercent: SHARE_PERCENT.blocks },
      boards: { items: lists.boards, sharePercent: SHARE_PERCENT.boards },
    },
    budget - frame,
  )
  return assemble(self, fitted, lists)
}

type Lists = Readonly<Record<'events' | 'things' | 'inventory' | 'blocks' | 'boards', readonly object[]>>

function assemble(self: object, fitted: Lists, all: Lists) {
  const rows = (list: readonly object[]): Record<string, unknown>[] => list.map((row) => ({ ...row }))
  const leftOut = Object.entries(all).flatMap(([key, items]) => {
    const missing = items.length - fitted[key as keyof Lists].length
    return missing === 0 ? [] : [[key, missing] as const]
  })
  return {
    self: { ...self },
    inventory: rows(fitted.inventory),
    things: rows(fitted.things),
    blocks: rows(fitted.blocks),
    // Chosen from the newest, told in the order they happened.
    events: rows(fitted.events).sort((a, b) => Number(a.t) - Number(b.t)),
    boards: rows(fitted.boards),
    left_out: Object.fromEntries(leftOut) as Record<string, number>,
  }
}

function aroundSelf(place: Surroundings): Record<string, unknown> {
  const { world, tasks, local_rules: rules, equipment } = place.obs
  const ground = place.worldHeight === 1 ? undefined : place.blockAt(offset(place.obs.self.pos, [0, -1, 0]))
  const denied = Object.entries(rules.permissions).flatMap(([permission, isGiven]) => (isGiven ? [] : [permission]))
  return {
    time_of_day: Math.round(world.time_of_day * 100) / 100,
    weather: world.weather,
    biome: world.biome,
    ...(world.active_event === undefined ? {} : { world_event: world.active_event }),
    ...(ground === undefined ? {} : { standing_on: ground }),
    ...(equipment.main_hand === 'NONE' ? {} : { holding: equipment.main_hand }),
    ...(rules.land_id === undefined ? {} : { land: rules.land_id, role: rules.role }),
    ...(denied.length === 0 ? {} : { not_allowed_here: denied }),
    tasks: tasks.map(({ task_id, kind, progress }) => ({ task_id, kind, progress: Math.round(progress * 100) / 100 })),
  }
}

function thingsNear({ obs, reach }: Surroundings, interests: readonly string[]): object[] {
  const feet = obs.self.pos
  const others = obs.entities.filter(({ id }) => id !== obs.agent_id)
  const wanted = ({ id, type, item = '' }: Obs['entities'][number]): boolean =>
    [id, type, item].some((name) => isWanted(name, interests))
  return others
    .map((entity) => ({ entity, distance: stepsBetween(feet, entity.pos) }))
    .sort((a, b) => Number(wanted(b.entity)) - Number(wanted(a.entity)) || a.distance - b.distance)
    .map(({ entity: { id, type, pos, tags, item, count }, distance }) => ({
      id,
      type,
      at: pos,
      distance,
      ...(item === undefined ? {} : { item, count }),
      ...(tags === undefined || tags.length === 0 ? {} : { tags: labelled(tags) }),
      ...(reach.isWithin(feet, pos) ? { in_reach: true } : {}),
    }))
}

function postsOn({ public_boards: boards = [] }: Obs): object[] {
  return boards.flatMap(({ board_id, top_posts }) =>
    top_posts.map(({ post_id, author, title, summary }) => ({
      board: labelled(board_id),
      post_id,
      author: labelled(author),
      title: untrusted(title),
      summary: untrusted(summary),
    })),
  )
}
