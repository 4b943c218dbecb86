import type { SkillLayout } from './manifest.js'

/** A stretch of a file: its lines, and the number of the first. */
export type Stretch = { readonly lines: readonly string[]; readonly firstNumber: number }

/** The parts of a SKILL.md before anything in them is understood. */
export type SkillFileParts = {
  readonly layout: SkillLayout
  /** Where the manifest stands; undefined when there is none. */
  readonly manifest: Stretch | undefined
  readonly frontmatter: Stretch | undefined
  /** What follows the manifest. */
  readonly instructions: string
}

const FENCE_OPEN = /^(`{3,}|~{3,})\s*ya?ml\b.*$/i
/** Lines only a manifest has; Agent Skills know no such keys. */
const OWN_KEY = /^(inputs|outputs)\s*:/

/** Something of a manifest is there, so that its mistakes are worth telling one by one. */
const ANY_KEY = /^(name|version|author|inputs|outputs|dependencies|signature_required|timeout)\s*:/

/**
 * Which of the three layouts a file has. Frontmatter that says `inputs` or `outputs` is the manifest itself; otherwise the
 * first yaml block of the text is; a file without either is a manifest from its first line on.
 */
export function splitSkillFile(text: string): SkillFileParts {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const frontmatter = readFrontmatter(lines)
  const bodyStart = frontmatter === undefined ? 0 : frontmatter.lines.length + 2
  if (frontmatter?.lines.some((line) => OWN_KEY.test(line)) === true) {
    return { layout: 'L2', manifest: frontmatter, frontmatter: undefined, instructions: body(lines, bodyStart) }
  }
  const fence = findFence(lines, bodyStart)
  if (frontmatter === undefined && (fence === undefined || hasKey(lines.slice(0, fence.open)))) {
    return { layout: 'L1', manifest: manifestIn(lines, 1), frontmatter, instructions: '' }
  }
  if (fence === undefined)
    return { layout: 'L3', manifest: undefined, frontmatter, instructions: body(lines, bodyStart) }
  const manifest = manifestIn(lines.slice(fence.open + 1, fence.close), fence.open + 2)
  return { layout: 'L3', manifest, frontmatter, instructions: body(lines, fence.close + 1) }
}

function manifestIn(lines: readonly string[], firstNumber: number): Stretch | undefined {
  return hasKey(lines) ? { lines, firstNumber } : undefined
}

function hasKey(lines: readonly string[]): boolean {
  return lines.some((line) => ANY_KEY.test(line))
}

function readFrontmatter(lines: readonly string[]): Stretch | undefined {
  if (lines[0]?.trimEnd() !== '---') return undefined
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  return end === -1 ? undefined : { lines: lines.slice(1, end), firstNumber: 2 }
}

function findFence(
  lines: readonly string[],
  start: number,
): { readonly open: number; readonly close: number } | undefined {
  const open = lines.findIndex((line, index) => index >= start && FENCE_OPEN.test(line))
  if (open === -1) return undefined
  const mark = FENCE_OPEN.exec(lines[open] ?? '')?.[1] ?? ''
  const close = lines.findIndex(
    (line, index) => index > open && line.trimEnd().startsWith(mark) && /^[`~]+$/.test(line.trimEnd()),
  )
  return { open, close: close === -1 ? lines.length : close }
}

function body(lines: readonly string[], start: number): string {
  return lines.slice(start).join('\n').trim()
}
