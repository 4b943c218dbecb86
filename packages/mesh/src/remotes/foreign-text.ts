import { REMOTE_TEXT_CHARS_MAX } from './limits.js'

/** Control characters, and those that turn the direction of text or end a line. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu

const HALF_CHARACTER = /\p{Surrogate}/gu

/** Text of a stranger as it may be shown or logged: printable, and not too long. */
export function foreignText(text: string, charsMax: number = REMOTE_TEXT_CHARS_MAX): string {
  const short = text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
  return short.replaceAll(UNPRINTABLE, escapeOf).replaceAll(HALF_CHARACTER, '\ufffd')
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
