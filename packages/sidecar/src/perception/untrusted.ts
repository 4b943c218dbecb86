import { WORLD_TEXT_CHARACTERS_MAX } from '../limits.js'

/**
 * A text that somebody in the world wrote. It never stands where a plain string could be taken for a word of ours:
 * whoever reads an answer sees the label around it.
 */
export type Untrusted = { readonly untrusted: string }

/** Characters that are not seen, or that change how others are seen: with them a text could hide what it says. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

export function untrusted(text: string): Untrusted {
  const shown = text.replace(/\s/g, ' ').replace(INVISIBLE, '\ufffd')
  const characters = Array.from(shown)
  const isLong = characters.length > WORLD_TEXT_CHARACTERS_MAX
  return { untrusted: isLong ? `${characters.slice(0, WORLD_TEXT_CHARACTERS_MAX).join('')}…` : shown }
}
