import type { Cells } from '../terrain/section.js'

/**
 * The cells of `from` to `to` that changed, as JSON text in the order of the cube; empty when there are none
 * or more than `most`.
 */
export function opsText(
  base: Cells,
  cube: Cells,
  radius: number,
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
): string {
  let count = 0
  for (let i = from; i < to; i++) if (base[i] !== cube[i] && ++count > most) return ''
  if (count === 0) return ''
  const openings = openingsFor(radius)
  let text = ''
  for (let i = from; count > 0; i++) {
    if (base[i] === cube[i]) continue
    count--
    text += `${openings[i] as string}${cube[i] as number}${count > 0 ? '},' : '}'}`
  }
  return text
}

/** `{"d":[1,0,-3],"b":` for every cell of a cube: the same few thousand are needed over and over. */
let openings: { readonly radius: number; readonly byCell: readonly string[] } = { radius: -1, byCell: [] }

function openingsFor(radius: number): readonly string[] {
  if (openings.radius !== radius) {
    const side = 2 * radius + 1
    const byCell = Array.from({ length: side ** 3 }, (_, i) => {
      const dx = (i % side) - radius
      const dz = (Math.floor(i / side) % side) - radius
      const dy = Math.floor(i / (side * side)) - radius
      return `{"d":[${dx},${dy},${dz}],"b":`
    })
    openings = { radius, byCell }
  }
  return openings.byCell
}
