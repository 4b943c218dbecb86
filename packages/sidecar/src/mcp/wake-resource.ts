import type { McpResource } from '@clawstead/skills'
import type { Sessions } from '../sessions.js'

/** What woke the agent of late. Clients that subscribe are told whenever one of its standing watches fires. */
export function wakeResource(sessions: Sessions): McpResource {
  return {
    uri: 'clawstead://wake',
    name: 'wake',
    description:
      'What my standing watches (wait_for with deliver "notification") saw, newest last. Subscribe to be told.',
    mimeType: 'application/json',
    read: ({ caller }) =>
      sessions.use(caller.identity, ({ key, heardCursor }) =>
        JSON.stringify({ wakes: sessions.wakes.inbox(key), cursor: heardCursor }),
      ),
    watch(caller, onChange) {
      const stop = sessions.wakes.onWake((key) => {
        if (key === caller.identity) onChange()
      })
      // The agent of a subscriber is in the world, or its watches would see nothing.
      void sessions.use(caller.identity, () => undefined)
      return stop
    },
  }
}
