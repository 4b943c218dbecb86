// npm run torture -- --ticks N --agents N --seed N     a long run twice, digests compared (the default)
// npm run torture -- --node BIN                        also on another Node (or TORTURE_NODE=BIN)
// npm run torture -- --fetch-node 24                   the same with a Node fetched by npx; needs the network
// npm run torture -- kills --count N --seed N          a server killed at random moments under load
// npm run torture -- fuzz --count N --seed N           malformed frames and requests against a whole house
// npm run torture -- faults                            every call that changes the disk fails once, in every way
// npm run torture -- restart --megabytes N             how long a server with a long log takes to be ready
// npm run torture -- overload --agents N --factor N    more to do than there is time for, and back
// npm run torture -- crowd --agents N --seconds N      a crowd in all worlds at once, each of them measured
import { crowdWorlds } from './torture/crowd-worlds.js'
import { determinism } from './torture/determinism.js'
import { faults } from './torture/faults.js'
import { tell, type Verdict } from './torture/figures.js'
import { fuzz } from './torture/fuzz.js'
import { kills } from './torture/kills.js'
import { overload } from './torture/overload.js'
import { restart } from './torture/restart.js'

const TORTURES: Readonly<Record<string, (args: readonly string[]) => Promise<Verdict>>> = {
  kills,
  fuzz,
  faults,
  restart,
  overload,
  crowd: crowdWorlds,
}

const [name, ...rest] = process.argv.slice(2)
if (name === undefined || name.startsWith('--')) await determinism(process.argv.slice(2))
else {
  const torture = TORTURES[name]
  if (torture === undefined) {
    console.error(`no torture is called ${name}; known: ${Object.keys(TORTURES).join(', ')}`)
    process.exit(2)
  }
  tell(name, await torture(rest))
  process.exit()
}
