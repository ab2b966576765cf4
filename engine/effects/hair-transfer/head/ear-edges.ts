import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { BESIDE_EAR } from '../tuning.ts'
import { type Head, pixelToHead } from './head.ts'

/** How far out the skin of an ear and its rim reach, widths of the face; 0 where none shows. */
export type EarEdges = { skin: number; rim: number }

/** How far out the skin of an ear and its rim reach at each height, on either side; 0 where none shows. */
export function earEdges({
  picture,
  regions,
  frame,
  hair,
}: Head): (u: number, v: number) => EarEdges {
  const { low, high, step, ear, most, free, skin, rim } = BESIDE_EAR
  const count = Math.ceil((high - low) / step)
  const edges = [new Float32Array(count), new Float32Array(count)] as const
  const { area } = regions.grid
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
      if (v < low || v >= high || Math.abs(u) < ear || Math.abs(u) > most) continue
      if (hair.alpha[y * picture.width + x]! > free) continue
      const row = Math.min(count - 1, Math.floor((v - low) / step))
      const side = edges[u < 0 ? 0 : 1]
      if (Math.abs(u) <= side[row]!) continue
      if (sampleGrid(regions.skin, regions.grid, x, y) > skin) side[row] = Math.abs(u)
    }
  }
  const rows = Math.round(rim.tall / step)
  const rims = edges.map((side) =>
    side.map((_, row) => {
      const near = Math.max(...side.subarray(Math.max(0, row - rows), row + rows + 1))
      return near > 0 ? near + (low + row * step < rim.low ? rim.wideLow : rim.wide) : 0
    }),
  )
  return (u, v) => {
    const side = u < 0 ? 0 : 1
    const row = Math.floor((v - low) / step)
    return { skin: edges[side][row] ?? 0, rim: rims[side]![row] ?? 0 }
  }
}
