import { join } from 'node:path'
import { approveSkillFolder, openApprovals, SkillFolderError } from '@clawstead/mesh'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { runErrand } from './errand.js'
import { meshDirectory } from './mesh-part.js'

/** Says yes to what a skill's folder holds now. A node takes it up when it starts next. */
export function runSkillApprove(invocation: Invocation, [folder = '']: readonly string[]): Promise<number> {
  return runErrand(invocation, async (errand) => {
    const { values, stdout, resolvePath } = errand
    const approvals = await openApprovals(join(meshDirectory(errand), 'approvals.json')).catch(refuse)
    const approved = await approveSkillFolder(resolvePath(folder), approvals).catch(refuse)
    if (values.json) stdout.write(`${JSON.stringify(approved)}\n`)
    else stdout.write(`approved ${approved.name}, files ${approved.digest.slice(0, 12)}\n`)
    return EXIT.ok
  })
}

function refuse(error: unknown): never {
  const isTheirs = error instanceof SkillFolderError || (error instanceof Error && error.constructor === Error)
  throw isTheirs ? new StartError(error.message) : error
}
