// A thread that runs scripts, one after the other, each in a VM of its own.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { ThreadCommand, ThreadReport, ThreadSetup } from './messages.js'
import type { HostAnswer, HostPort, Script } from './script.js'
import { runInVm } from './vm.js'

const parent = parentPort
if (parent === null) throw new Error('this file is the main file of a worker thread')
const { wasm, answered } = workerData as ThreadSetup
const settleByCall = new Map<number, (answer: HostAnswer) => void>()
let calls = 0

const tell = (report: ThreadReport): void => parent.postMessage(report, [])

parent.on('message', (command: ThreadCommand) => {
  if (command.kind === 'answer') {
    settleByCall.get(command.call)?.(command.answer)
    settleByCall.delete(command.call)
    return
  }
  const { script, answers } = command
  const port: HostPort = {
    callForValue(name, text) {
      tell({ kind: 'value', name, text })
      Atomics.wait(answered, 0, 0)
      Atomics.store(answered, 0, 0)
      return (receiveMessageOnPort(answers) as { readonly message: HostAnswer }).message
    },
    callForPromise(name, text) {
      const call = ++calls
      return new Promise((resolve) => {
        settleByCall.set(call, resolve)
        tell({ kind: 'promise', call, name, text })
      })
    },
  }
  void run(script, { answers, port })
})

async function run(script: Script, { answers, port }: { answers: MessagePort; port: HostPort }): Promise<void> {
  const outcome = await runInVm(wasm, script, port)
  answers.close()
  settleByCall.clear()
  tell({ kind: 'ended', outcome })
}
