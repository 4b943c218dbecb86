import type { z } from 'zod'
import {
  description,
  flag,
  fraction,
  listOf,
  oneOf,
  SETTING_BLOCKS_MAX,
  SETTING_TICKS_MAX,
  strictFields,
  title,
  upperId,
  whole,
} from './fields.js'

const EVENT_CATEGORIES = ['CULTURE', 'DISASTER', 'EXPLORATION', 'GOVERNANCE', 'RESOURCE'] as const

/** Something the director can let happen. */
export const EventTemplate = strictFields({
  id: upperId,
  category: oneOf(EVENT_CATEGORIES),
  title,
  description,
  /** Relative chance when the director samples. */
  base_weight: fraction(0, 1000),
  params: strictFields({
    duration_ticks: whole(1, SETTING_TICKS_MAX),
    theme: upperId.optional(),
    min_distance_from_city: whole(0, SETTING_BLOCKS_MAX).optional(),
  }),
  /** How far from its centre the event counts, |dx| + |dz|; null happens everywhere. */
  radius: whole(1, 1024).nullable().default(null),
  /** Weather while it lasts. */
  weather: oneOf(['STORM', 'COLD']).nullable().default(null),
  /** A notice board and a sign stand at its centre. */
  notice_board: flag().default(false),
})
export type EventTemplate = z.infer<typeof EventTemplate>

export const EventsFile = strictFields({ events: listOf(EventTemplate) })
