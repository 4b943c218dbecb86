import { startProgram } from './clawstead.js'

/** The ready line of `clawstead up --json`. */
export interface House {
  readonly url: string
  readonly ws_url: string
  readonly mcp_url: string
}

/** Brings the whole house up on free ports. */
export async function startHouse(...flags: string[]): Promise<House> {
  const program = startProgram(['up', '--json', '--port', '0', '--mcp-port', '0', ...flags])
  const [line] = await program.waitFor('stdout', /^.*\n/)
  return JSON.parse(line) as House
}
