import type { Vec3 } from '@clawstead/protocol'

export interface TextMap {
  /** Capital letters, in the order of the alphabet. */
  readonly agents: readonly { readonly name: string; readonly at: Vec3 }[]
  /** Everything else that is not `.` or space. */
  readonly signs: readonly { readonly sign: string; readonly at: Vec3 }[]
}

/** Reads rows of signs, spaces between them ignored; blank lines go one layer up. */
export function readMap(map: string, ground: number): TextMap {
  const agents: { name: string; at: Vec3 }[] = []
  const signs: { sign: string; at: Vec3 }[] = []
  const layers = map.trim().split(/\n\s*\n/)
  layers.forEach((layer, up) => {
    layer.split('\n').forEach((row, z) => {
      const cells = row.replaceAll(' ', '')
      for (let x = 0; x < cells.length; x++) {
        const sign = cells[x] as string
        const at: Vec3 = [x, ground + up, z]
        if (sign >= 'A' && sign <= 'Z') agents.push({ name: sign, at })
        else if (sign !== '.') signs.push({ sign, at })
      }
    })
  })
  agents.sort((a, b) => (a.name < b.name ? -1 : 1))
  return { agents, signs }
}
