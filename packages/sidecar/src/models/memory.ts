import { LOAD_MEMORY_DEFAULT, LOAD_MEMORY_MAX } from '@clawstead/protocol'
import { defineSkill, type Skill, type SkillContext, SkillError } from '@clawstead/skills'
import { z } from 'zod'
import { TOOL_TIMEOUT_MS, WAIT_MS_MAX } from '../limits.js'
import type { Session } from '../session.js'
import type { Sessions } from '../sessions.js'
import { nameActions } from '../tools/actions.js'
import { AUTHOR, VERSION } from '../tools/common.js'
import { adviceFor } from './advice.js'
import { notConnected, Word, wholeWithin } from './common.js'
import { type NamedAction, type PerformRequest, perform } from './perform.js'

export function remember(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/remember',
    version: VERSION,
    author: AUTHOR,
    description: 'Keep a note for later conversations; the same key replaces it. 64 KiB in all.',
    input: z.object({ key: Word, value: z.string() }),
    output: z.object({ saved: z.string() }),
    timeoutMs: TOOL_TIMEOUT_MS,
    run: ({ key, value }, context) =>
      sessions.use(context.caller.identity, async (session) => {
        await performInstant(session, { type: 'SAVE_MEMORY', key, value }, context)
        return { saved: key }
      }),
  })
}

export function recall(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/recall',
    version: VERSION,
    author: AUTHOR,
    description: 'Read my notes back, by the beginning of their keys.',
    isReadOnly: true,
    input: z.object({
      prefix: z.string().optional(),
      limit: wholeWithin(1, LOAD_MEMORY_MAX).optional(),
    }),
    output: z.object({ notes: z.array(z.object({ key: z.string(), value: z.string() })) }),
    timeoutMs: TOOL_TIMEOUT_MS,
    run: ({ prefix = '', limit = LOAD_MEMORY_DEFAULT }, context) =>
      sessions.use(context.caller.identity, async (session) => {
        let notes: readonly { readonly key: string; readonly value: string }[] = []
        // The notes come with the very observation that carries the answer, before its events are told.
        const stop = session.connection.on('observation', ({ obs }) => {
          if (obs.memory !== undefined) notes = obs.memory
        })
        try {
          await performInstant(session, { type: 'LOAD_MEMORY', prefix, limit }, context)
        } finally {
          stop()
        }
        // Somebody else may have asked for other notes in the same tick.
        const wanted = notes.filter(({ key }) => key.startsWith(prefix)).slice(0, limit)
        return { notes: wanted.map(({ key, value }) => ({ key, value })) }
      }),
  })
}

/** Do one thing that happens at once, or say why it did not. */
async function performInstant(
  session: Session,
  action: { readonly type: string; readonly [field: string]: unknown },
  context: Pick<SkillContext, 'signal' | 'progress'>,
): Promise<void> {
  if ((await session.glance()) === undefined) throw notConnected(session)
  const { instants } = nameActions([action], [], session.stamps)
  const request: PerformRequest = { instants: instants as NamedAction[], tasks: [], cancel: [] }
  const deadlineMs = Date.now() + WAIT_MS_MAX
  const { actions } = await perform(session, request, { deadlineMs, context, ignoresNews: true })
  const [done] = actions
  if (done?.state === 'done') return
  if (done?.state === 'refused') {
    throw new SkillError('failed', `${done.code}: ${done.message}`, { next: adviceFor(done).next })
  }
  throw notConnected(session)
}
