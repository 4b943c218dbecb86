/**
 * A look at JSON text before it is parsed: how deep it nests, and which numbers are whole but written with a fraction
 * or an exponent (`5.0`, `1e2`). JSON.parse hides that writing, and the wire does not take it for an integer.
 */
export interface Scan {
  readonly tooDeep: boolean
  /** Places of such numbers: start and end, start and end, ... */
  readonly disguised: readonly number[]
}

const QUOTE = 34
const BACKSLASH = 92

const TOO_DEEP: Scan = { tooDeep: true, disguised: [] }
const PLAIN: Scan = { tooDeep: false, disguised: [] }

export function scanJson(text: string, depthMax: number): Scan {
  let depth = 0
  let disguised: number[] | undefined
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index)
        break
      case 91: // [
      case 123: // {
        if (++depth > depthMax) return TOO_DEEP
        break
      case 93: // ]
      case 125: // }
        depth--
        break
      case 46: // .
      case 69: // E
      case 101: {
        // e; in `true` and `false` no digit precedes it
        if (!isDigit(text.charCodeAt(index - 1))) break
        const start = startOfNumber(text, index)
        index = endOfNumber(text, index)
        if (Number.isInteger(Number(text.slice(start, index + 1)))) (disguised ??= []).push(start, index + 1)
        break
      }
      default:
    }
  }
  return disguised === undefined ? PLAIN : { tooDeep: false, disguised }
}

/** The same text with every disguised number made a real fraction, so that reading it as an integer fails. */
export function unmaskFractions(text: string, disguised: readonly number[]): string {
  const parts: string[] = []
  let from = 0
  for (let index = 0; index < disguised.length; index += 2) {
    parts.push(text.slice(from, disguised[index]), '0.5')
    from = disguised[index + 1] ?? text.length
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** Index of the closing quote; the end of the text when there is none. */
function endOfString(text: string, open: number): number {
  let close = open
  for (;;) {
    close = text.indexOf('"', close + 1)
    if (close < 0) return text.length
    let backslashes = 0
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return close
  }
}

function startOfNumber(text: string, index: number): number {
  let start = index
  while (start > 0 && isNumberPart(text.charCodeAt(start - 1))) start--
  return start
}

/** Index of the last character of the number. */
function endOfNumber(text: string, index: number): number {
  let end = index
  while (end + 1 < text.length && isNumberPart(text.charCodeAt(end + 1))) end++
  return end
}

const isDigit = (unit: number) => unit >= 48 && unit <= 57
const isNumberPart = (unit: number) =>
  isDigit(unit) || unit === 43 || unit === 45 || unit === 46 || unit === 69 || unit === 101
