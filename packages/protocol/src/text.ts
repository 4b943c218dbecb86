/** Length of a text in bytes of UTF-8. A lone surrogate counts as the replacement character it is written as. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    if (unit < 0x800) {
      bytes += 1
    } else if (isLeadSurrogate(unit) && isTrailSurrogate(text.charCodeAt(index + 1))) {
      bytes += 2 // four bytes for two units
      index++
    } else {
      bytes += 2
    }
  }
  return bytes
}

/** The longest beginning of a text that fits into so many bytes of UTF-8; never cuts through a character. */
export function cutUtf8(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax) return text
  let bytes = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    const isPair = isLeadSurrogate(unit) && isTrailSurrogate(text.charCodeAt(index + 1))
    bytes += isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
    if (bytes > bytesMax) return text.slice(0, index)
    if (isPair) index++
  }
  return text
}

const isLeadSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isTrailSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
