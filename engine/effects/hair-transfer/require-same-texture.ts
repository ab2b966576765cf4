import { Fault } from '../../../catalog/fault.ts'
import { sampleGrid } from '../../regions/region-grid.ts'
import { type Head, onHead } from './head.ts'

/** Where the texture of a face is measured: widths of the face from its middle and below the eyes. */
const CHEEKS = { beside: 0.4, high: -0.05 } as const

/** How many times finer one of two faces may be textured, and the texture below which all are smooth, levels. */
const MAX_RATIO = 1.8
const SMOOTH = 0.3

/**
 * Whether two pictures are of one kind: drawn hair on a photograph looks like a helmet, sharp hair around a blurred
 * face like a wig, and the other way about. Skin tells it, of which every picture shows much.
 * @throws Fault `hidden-face`
 */
export function requireSameTexture(wearer: Head, reference: Head): void {
  const [mine, theirs] = [wearer, reference].map((head) => Math.max(SMOOTH, skinTexture(head)))
  if (Math.max(mine! / theirs!, theirs! / mine!) <= MAX_RATIO) return
  const words = theirs! < mine! ? 'smoother or more blurred than' : 'sharper or grainier than'
  throw new Fault(
    'hidden-face',
    `The reference is ${words} the picture, so that its hair would look stuck on; a reference of the same kind ` +
      'works: a photograph as sharp for a photograph, a drawing for a drawing.',
    { role: 'ref' },
  )
}

/** The median difference in luma between a pixel of the face's skin and the eight around it, levels. */
function skinTexture({ picture, frame, regions }: Head): number {
  const { width, height, data } = picture
  const luma = (at: number) =>
    0.299 * data[4 * at]! + 0.587 * data[4 * at + 1]! + 0.114 * data[4 * at + 2]!
  const around = [-width - 1, -width, 1 - width, -1, 1, width - 1, width, width + 1]
  const off: number[] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const { u, v } = onHead(frame, x, y)
      if (Math.abs(u) > CHEEKS.beside || v > CHEEKS.high || v < -frame.chin) continue
      if (sampleGrid(regions.skin, regions.grid, x, y) < 0.95) continue
      const at = y * width + x
      off.push(Math.abs(luma(at) - around.reduce((sum, by) => sum + luma(at + by), 0) / 8))
    }
  }
  return off.sort((p, q) => p - q)[Math.floor(off.length / 2)] ?? 0
}
