import { Fault } from '../../../catalog/failures/fault.ts'
import { boxOfPixels } from '../../geometry/bounding-box.ts'
import { withArena } from '../../raster/arena.ts'
import { readLabPlanes, type SamplingGrid } from '../../raster/colour/lab-planes.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { FACE } from '../../vision/faces/face.ts'
import { WORN_CHAIN, WORN_GOLD } from './tuning.ts'

/**
 * A necklace that is worn already would stay beside the new one: a long thin line on the skin below the chin that is
 * lighter than the skin on both its sides, or yellower as gold is, which no crease and no edge of a collar is.
 * @throws Fault `pose`
 */
export function requireBareNeck(
  picture: Picture,
  regions: Pick<HeadRegions, 'skin' | 'light'> & { grid: Grid },
): void {
  const { grid, light } = regions
  const lighter = linesBelow(regions, (at, beside, opposite) => {
    const least = Math.max(light[beside]!, light[opposite]!)
    return (light[at]! - least) / Math.max(WORN_CHAIN.dark, least)
  })
  if (!isLine(lighter, WORN_CHAIN, grid)) {
    const hue = huesOf(picture, grid)
    const yellower = linesBelow(
      regions,
      (at, beside, opposite) => hue[at]! - Math.max(hue[beside]!, hue[opposite]!),
    )
    if (!isLine(yellower, WORN_GOLD, grid)) return
  }
  throw new Fault(
    'pose',
    'A thin light line lies on the neck or the chest: a necklace that is worn already, or a strand of hair, would ' +
      'stay beside the new one. Take a photo without it, or give necklace_wearing_location.',
  )
}

type Grid = SamplingGrid & Pick<HeadRegions['grid'], 'points' | 'faceWidth'>

/** Whether a plane has a connected line of at least a length, in widths of the face. */
function isLine(
  plane: Float32Array,
  { low, high, length }: { low: number; high: number; length: number },
  { width, faceWidth }: Grid,
): boolean {
  const limits = { low, high, share: 0, most: Number.POSITIVE_INFINITY }
  return findComponents(plane, width, limits).some(({ pixels }) => {
    const box = boxOfPixels(pixels, width)
    return Math.hypot(box.width, box.height) > length * faceWidth
  })
}

/** The hue angle of each pixel, degrees from red to yellow; that of red for greys, which have none. */
function huesOf(picture: Picture, grid: SamplingGrid): Float32Array {
  return withArena(() => {
    const { a, b } = readLabPlanes(picture, grid)
    const hues = new Float32Array(a.length)
    for (let at = 0; at < hues.length; at++) {
      const isGrey = Math.hypot(a[at]!, b[at]!) < WORN_GOLD.chroma
      if (!isGrey) hues[at] = (Math.atan2(b[at]!, Math.max(1, a[at]!)) * 180) / Math.PI
    }
    return hues
  })
}

/** By how much each pixel below the chin differs from the skin on both its sides, the most of four directions. */
function linesBelow(
  { skin, grid }: { skin: Float32Array; grid: Grid },
  differenceOf: (at: number, beside: number, opposite: number) => number,
): Float32Array {
  const { width, height, points, faceWidth } = grid
  const chin = points[FACE.chin]!
  const lines = new Float32Array(width * height)
  const far = Math.max(2, Math.round(WORN_CHAIN.aside * faceWidth))
  const top = Math.max(far, Math.ceil(chin.y + WORN_CHAIN.from * faceWidth))
  const bottom = Math.min(height - far, chin.y + WORN_CHAIN.to * faceWidth)
  const ways = [far, far * width, far * (width + 1), far * (width - 1)]
  const compareRow = (y: number): void => {
    for (let x = far; x < width - far; x++) {
      const at = y * width + x
      for (const by of ways) {
        if (skin[at - by]! < 0.5 || skin[at + by]! < 0.5) continue
        lines[at] = Math.max(lines[at]!, differenceOf(at, at - by, at + by))
      }
    }
  }
  for (let y = top; y < bottom; y++) compareRow(y)
  return lines
}
