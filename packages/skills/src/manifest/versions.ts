/** One to three numbers, and perhaps what semantic versions allow after them. */
const VERSION = /^(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

/**
 * Which of two versions is newer: negative when the first is older. Missing numbers count as 0, so `1.2` equals `1.2.0`;
 * a version with a tag comes before the one without. Texts that are no versions come first.
 */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [VERSION.exec(left), VERSION.exec(right)]
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part] ?? 0) - Number(b[part] ?? 0)
    if (difference !== 0) return difference
  }
  return compareTags(a[4], b[4])
}

function compareTags(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
  const [a, b] = [left.split('.'), right.split('.')]
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [one, other] = [a[index], b[index]]
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1
    const difference = compareTagParts(one, other)
    if (difference !== 0) return difference
  }
  return 0
}

/** Numbers by size and before words, words by their characters. */
function compareTagParts(left: string, right: string): number {
  const [isLeftNumber, isRightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)]
  if (isLeftNumber && isRightNumber) return Number(left) - Number(right)
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1
  if (left === right) return 0
  return left < right ? -1 : 1
}
