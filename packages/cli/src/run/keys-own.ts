import { defaultKeysDirectory, type Identity, KeyFileError, loadIdentity, rotateKeys } from '@clawstead/mesh'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { type Errand, runErrand } from './errand.js'

/** Makes the own key; one that is there stays. */
export function runKeysCreate(invocation: Invocation): Promise<number> {
  return withOwnKey(invocation, true, (errand, identity) => tellIdentity(errand, identity))
}

export function runKeysShow(invocation: Invocation): Promise<number> {
  return withOwnKey(invocation, false, (errand, identity) => tellIdentity(errand, identity))
}

/** Replaces the own key and says what others need to follow. */
export function runKeysRotate(invocation: Invocation): Promise<number> {
  return withOwnKey(invocation, false, async (errand, identity, directory) => {
    const statement = await rotateKeys(directory, identity, Date.now())
    const { values, stdout } = errand
    if (values.json) stdout.write(`${JSON.stringify(statement)}\n`)
    else {
      stdout.write(`was         ${identity.agentId}\nis now      ${statement.agent_id}\n`)
      stdout.write(
        `statement   ${directory}/rotations.json: whoever trusted the old key runs clawstead keys trust on it\n`,
      )
      stdout.write('A node that runs with the old key goes on with it until it is started again.\n')
    }
  })
}

function withOwnKey(
  invocation: Invocation,
  mayCreate: boolean,
  work: (errand: Errand, identity: Identity, directory: string) => Promise<void> | void,
): Promise<number> {
  return runErrand(invocation, async (errand) => {
    const { values, environment, log } = errand
    const named = values['keys-dir']
    const directory = named === undefined ? defaultKeysDirectory(environment) : errand.resolvePath(named)
    try {
      await work(errand, await loadIdentity({ directory, log, environment, mayCreate }), directory)
      return EXIT.ok
    } catch (error) {
      throw error instanceof KeyFileError ? new StartError(error.message, { cause: error }) : error
    }
  })
}

function tellIdentity(
  { values, stdout }: Errand,
  { agentId, publicKeyText, machineContext, publicKeyPem }: Identity,
): void {
  if (values.json) {
    const shown = {
      agent_id: agentId,
      pubkey: publicKeyText,
      machine_context: machineContext,
      pubkey_pem: publicKeyPem,
    }
    stdout.write(`${JSON.stringify(shown)}\n`)
  } else {
    stdout.write(
      `agent id          ${agentId}\npublic key        ${publicKeyText}\nmachine context   ${machineContext}\n`,
    )
  }
}
