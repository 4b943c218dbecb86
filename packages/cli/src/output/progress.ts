import { type Colors, colorsFor, type Surroundings } from './terminal.js'

const CLEAR_LINE = '\r\u001b[2K'

/** Shows what is being started. On a terminal a line changes when its step is done; elsewhere each finished step is one line. */
export interface Progress {
  /** True when nothing is shown; what a person must learn then goes to the log. */
  readonly isQuiet: boolean
  step<Result>(label: string, work: () => Promise<Result>, detail: (result: Result) => string): Promise<Result>
  /** Runs `write` (a log line, say) without tearing the line that is being shown. */
  readonly aside: (write: () => void) => void
  line(text: string): void
}

/** `isQuiet` is for `--json`, where standard output belongs to the ready line alone. */
export function createProgress(surroundings: Surroundings, isQuiet: boolean): Progress {
  const { stdout } = surroundings
  const colors = colorsFor(stdout, surroundings.environment)
  const isLive = stdout.isTTY === true && !isQuiet
  let pending = ''

  const show = (text: string) => {
    if (!isQuiet) stdout.write(text)
  }
  const settle = (text: string) => {
    show(pending === '' ? `${text}\n` : `${CLEAR_LINE}${text}\n`)
    pending = ''
  }

  return {
    isQuiet,
    async step(label, work, detail) {
      if (isLive) {
        pending = `  ${colors.dim('…')} ${label}`
        show(pending)
      }
      try {
        const result = await work()
        settle(stepLine(colors, colors.green('✓'), label, detail(result)))
        return result
      } catch (error) {
        settle(stepLine(colors, colors.red('✗'), label, ''))
        throw error
      }
    },
    aside(write) {
      if (pending !== '') show(CLEAR_LINE)
      write()
      if (pending !== '') show(pending)
    },
    line(text) {
      settle(text)
    },
  }
}

function stepLine(colors: Colors, mark: string, label: string, detail: string): string {
  return `  ${mark} ${label.padEnd(LABEL_WIDTH)} ${colors.dim(detail)}`.trimEnd()
}

const LABEL_WIDTH = 8
