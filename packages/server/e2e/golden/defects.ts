import type { Case, Data, Told } from './recording.js'

// Three defects of the recorded server that nobody should see again are taken out of what it answered: tick 0 in
// refusals of the router, which mean the present tick; cursors that begin again after a switch; and a switch that
// takes two ticks longer than it needs, with its result in a tick of its own.

/** What the recorded server would have answered had it not had those defects. */
export function withoutDefects(recorded: readonly Case[]): Case[] {
  return recorded.map((one) => {
    const isSwitch =
      one.sent.length > 0 && one.told.some(({ obs }) => eventsOf(obs).some(({ type }) => type === 'WORLD_SWITCH'))
    return { ...one, told: one.told.map(withTicks), ...(isSwitch ? { isSwitch } : {}) }
  })
}

function withTicks(told: Told): Told {
  const events = eventsOf(told.obs).map((event) => (event['t'] === 0 ? { ...event, t: told.at } : event))
  return told.obs['events'] === undefined ? told : { ...told, obs: { ...told.obs, events } }
}

function eventsOf(obs: Data): readonly Data[] {
  return (obs['events'] ?? []) as readonly Data[]
}
