/** A binary heap of node numbers by cost, lowest first. Grows as needed and is used again for every search. */
export class OpenHeap {
  private keys = new Float64Array(1024)
  private nodes = new Int32Array(1024)
  private size = 0

  clear(): void {
    this.size = 0
  }

  get isEmpty(): boolean {
    return this.size === 0
  }

  push(key: number, node: number): void {
    if (this.size === this.keys.length) this.grow()
    const { keys, nodes } = this
    let i = this.size++
    while (i > 0) {
      const parent = (i - 1) >> 1
      const parentKey = keys[parent] as number
      if (parentKey <= key) break
      keys[i] = parentKey
      nodes[i] = nodes[parent] as number
      i = parent
    }
    keys[i] = key
    nodes[i] = node
  }

  /** Takes out the cheapest; there must be one. */
  pop(): number {
    const { keys, nodes } = this
    const top = nodes[0] as number
    const last = --this.size
    const key = keys[last] as number
    const node = nodes[last] as number
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= last) break
      if (child + 1 < last && (keys[child + 1] as number) < (keys[child] as number)) child++
      const childKey = keys[child] as number
      if (childKey >= key) break
      keys[i] = childKey
      nodes[i] = nodes[child] as number
      i = child
    }
    keys[i] = key
    nodes[i] = node
    return top
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2)
    keys.set(this.keys)
    const nodes = new Int32Array(keys.length)
    nodes.set(this.nodes)
    this.keys = keys
    this.nodes = nodes
  }
}
