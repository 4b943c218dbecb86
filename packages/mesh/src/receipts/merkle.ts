import { hash } from 'node:crypto'

/**
 * Many receipts under one signature: each is a leaf of a tree of hashes, the root is signed, and the hashes beside the
 * way to the root prove that a leaf belongs to it.
 */
export type MerkleStep = { readonly left: string } | { readonly right: string }

// Leaves and branches are hashed apart, so that no branch can be passed off as a leaf.
const LEAF = '\u0000'
const BRANCH = '01'

export function leafHash(text: string): string {
  return hash('sha256', `${LEAF}${text}`)
}

/** Root of the leaves, and each leaf's way to it. */
export function merkleTree(leaves: readonly string[]): {
  readonly root: string
  readonly paths: readonly (readonly MerkleStep[])[]
} {
  const paths: MerkleStep[][] = leaves.map(() => [])
  // Each hash of a level with the leaves below it.
  let level = leaves.map((hash, index) => ({ hash, below: [index] }))
  while (level.length > 1) {
    const next: typeof level = []
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index], level[index + 1]]
      if (left === undefined) break
      if (right === undefined) {
        next.push(left)
        break
      }
      const [stepRight, stepLeft] = [{ right: right.hash }, { left: left.hash }]
      for (const leaf of left.below) paths[leaf]?.push(stepRight)
      for (const leaf of right.below) paths[leaf]?.push(stepLeft)
      next.push({ hash: branchHash(left.hash, right.hash), below: [...left.below, ...right.below] })
    }
    level = next
  }
  return { root: level[0]?.hash ?? '', paths }
}

/** The root that a leaf and its way lead to. */
export function rootFrom(leaf: string, path: readonly MerkleStep[]): string {
  return path.reduce(
    (hash, step) => ('left' in step ? branchHash(step.left, hash) : branchHash(hash, step.right)),
    leaf,
  )
}

function branchHash(left: string, right: string): string {
  return hash('sha256', Buffer.from(`${BRANCH}${left}${right}`, 'hex'))
}
