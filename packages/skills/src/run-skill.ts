import type { Caller } from './caller.js'
import { SkillError } from './errors.js'
import type { GoneSignal } from './gone-signal.js'
import type { ProgressStep, Skill, SkillContext } from './skill.js'
import type { Slots } from './slots.js'
import type { CallWay } from './way.js'

export type SkillRun = {
  readonly skill: Skill
  readonly slots: Slots
  readonly input: unknown
  readonly caller: Caller
  readonly signal?: GoneSignal | undefined
  readonly way?: CallWay | undefined
  readonly onProgress?: ((step: ProgressStep) => void) | undefined
  /** What `context.call` does; the signal is that of this run. */
  callOther(name: string, input: unknown, signal: AbortSignal): Promise<unknown>
}

/**
 * Run a skill within its time, when it is its turn. Waiting counts: the caller's patience does not know the difference. One
 * promise and no signal unless the skill asks for it: every call of every door comes through here.
 */
export function runSkill(run: SkillRun): Promise<unknown> {
  const { skill, slots, signal: callerSignal } = run
  if (callerSignal?.aborted === true) return Promise.reject(cancelled(skill))
  return new Promise((resolve, reject) => {
    let isOver = false
    let leaveLine: (() => void) | undefined
    let result: Promise<unknown> | undefined
    const end = (): void => {
      isOver = true
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', cancel)
    }
    const stop = (error: SkillError): void => {
      if (isOver) return
      end()
      // The place is kept until the run has really ended, though its caller is told now.
      if (result !== undefined) slots.freeAfter(result)
      else leaveLine?.()
      context.stop(error)
      reject(error)
    }
    const cancel = (): void => stop(cancelled(skill))
    const start = (): void => {
      result = runNow(skill, run.input, context)
      result.then(
        (value) => finish(() => resolve(value)),
        (error: unknown) => finish(() => reject(error)),
      )
    }
    const finish = (settle: () => void): void => {
      if (isOver) return
      end()
      slots.free()
      settle()
    }
    const context = new RunContext(run, () => isOver)
    const timer = setTimeout(
      () => stop(result === undefined ? waitedTooLong(skill) : tookTooLong(skill)),
      skill.timeoutMs,
    )
    callerSignal?.addEventListener('abort', cancel, { once: true })
    if (slots.take()) return start()
    leaveLine = slots.wait(start)
    if (leaveLine === undefined) stop(full(skill, slots))
  })
}

async function runNow(skill: Skill, input: unknown, context: SkillContext): Promise<unknown> {
  return skill.run(input, context)
}

class RunContext implements SkillContext {
  readonly caller: Caller
  readonly way: CallWay | undefined
  readonly #run: SkillRun
  readonly #isOver: () => boolean
  #abort: AbortController | undefined
  #stoppedBy: SkillError | undefined

  constructor(run: SkillRun, isOver: () => boolean) {
    this.caller = run.caller
    this.way = run.way
    this.#run = run
    this.#isOver = isOver
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController()
      if (this.#stoppedBy !== undefined) this.#abort.abort(this.#stoppedBy)
    }
    return this.#abort.signal
  }

  // Skills take these two out of the context, so they carry their own `this`.
  readonly progress = (step: ProgressStep): void => {
    // What comes late has nobody left to read it.
    if (!this.#isOver()) this.#run.onProgress?.(step)
  }

  readonly call = (name: string, input: unknown): Promise<unknown> => this.#run.callOther(name, input, this.signal)

  stop(error: SkillError): void {
    this.#stoppedBy = error
    this.#abort?.abort(error)
  }
}

const cancelled = (skill: Skill): SkillError => new SkillError('cancelled', `${skill.name} was cancelled`)
const tookTooLong = (skill: Skill): SkillError =>
  new SkillError('timeout', `${skill.name} took longer than ${skill.timeoutMs} ms`)
const waitedTooLong = (skill: Skill): SkillError =>
  new SkillError('busy', `${skill.name} is busy: no turn within ${skill.timeoutMs} ms`)
const full = (skill: Skill, { running, waiting }: Slots): SkillError =>
  new SkillError('busy', `${skill.name} is busy: ${running} calls run and ${waiting} wait already`)
