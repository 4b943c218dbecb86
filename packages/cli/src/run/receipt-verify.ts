import { existsSync } from 'node:fs'
import { type ReceiptVerdict, readReceipts } from '@clawstead/mesh'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { runErrand } from './errand.js'

/** Checks files of receipts; one that does not hold makes the whole a failure. */
export function runReceiptVerify(invocation: Invocation, files: readonly string[]): Promise<number> {
  return runErrand(invocation, async ({ values, stdout, resolvePath, signal }) => {
    const missing = files.find((file) => !existsSync(resolvePath(file)))
    if (missing !== undefined) throw new StartError(`${missing} does not exist`)
    let [good, bad] = [0, 0]
    for (const file of files) {
      for await (const { line, verdict } of readReceipts(resolvePath(file))) {
        if (verdict.ok) good += 1
        else bad += 1
        stdout.write(`${values.json ? JSON.stringify(row(file, line, verdict)) : sentence(file, line, verdict)}\n`)
        if (signal.aborted) return EXIT.failure
      }
    }
    const sum = { good, bad }
    stdout.write(values.json ? `${JSON.stringify(sum)}\n` : `${good} hold, ${bad} do not\n`)
    return bad === 0 && good > 0 ? EXIT.ok : EXIT.failure
  })
}

function row(file: string, line: number, verdict: ReceiptVerdict): object {
  if (!verdict.ok) return { file, line, ok: false, reason: verdict.reason }
  const { receipt, isCallerProved } = verdict
  const { skill, skill_version: version, status, at, caller, node, input_hash, output_hash } = receipt
  return {
    file,
    line,
    ok: true,
    caller_proved: isCallerProved,
    at,
    caller,
    node,
    skill,
    version,
    status,
    input_hash,
    output_hash,
  }
}

function sentence(file: string, line: number, verdict: ReceiptVerdict): string {
  if (!verdict.ok) return `${file}:${line}: does not hold: ${verdict.reason}`
  const { at, caller, node, skill, skill_version: version, status } = verdict.receipt
  const doubt = verdict.isCallerProved ? '' : ' (the input was not kept: for the caller only the node vouches)'
  const time = new Date(at).toISOString()
  return `${file}:${line}: holds: at ${time} ${caller.agent_id} called ${skill} ${version} of ${node.agent_id}, status ${status}${doubt}`
}
