import { distance, type Point } from '../../../geometry/point.ts'
import { polylineLength, resamplePolyline } from '../../../geometry/polyline.ts'
import { medianOrZero } from '../../../geometry/quantile.ts'
import type { Size } from '../../../geometry/size.ts'
import type { Mask } from '../../../raster/picture.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { IN_MASK, TRACED_ARMS } from '../tuning.ts'
import { pixelToTorso, type TorsoAxes } from './torso-axes.ts'

/** One side of an arm by rays that leave its bones at right angles, a pixel from each other. */
export type ArmRays = {
  rays: readonly { from: Point; way: Point }[]
  /** How far along each ray the skin reaches by its mask, in pixels; 0 where it is not asked. */
  ends: readonly number[]
  /** The same without its teeth. */
  middle: Float32Array
  /** 1 where cloth lies beyond the skin. */
  besideCloth: Uint8Array
  /** 1 near those rays of them that have a top beside them, and no gap. */
  besideTop: Uint8Array
  /** 1 where the wall lies beyond it, with no more than a rim of cloth before. */
  besideWall: Uint8Array
  /** How far along each of those rays the wall begins, without its teeth. */
  wall: Float32Array
}

/**
 * @param side 1 or −1, which side of the bones
 * @param most how far beyond the skin cloth is looked for, in pixels; skin that is less than twice as wide is not asked
 */
export function armRays(
  arm: readonly Point[],
  side: number,
  regions: Pick<ByRegion<Mask>, 'body-skin' | 'upper-garment' | 'lower-garment'> & {
    gaps: Uint8Array
  },
  torso: TorsoAxes,
  most: number,
): ArmRays {
  const { shoulders } = torso
  const skin = regions['body-skin']
  const line = resamplePolyline(arm, Math.max(2, Math.ceil(polylineLength(arm))))
  // Rays of a sharp elbow would cross.
  const axis = withRoundBends(line, Math.round(TRACED_ARMS.bend * shoulders))
  const rays = axis.map((from, n) => {
    const [a, b] = [axis[Math.max(0, n - 1)]!, axis[Math.min(axis.length - 1, n + 1)]!]
    const length = distance(a, b) || 1
    return { from, way: { x: (-side * (b.y - a.y)) / length, y: (side * (b.x - a.x)) / length } }
  })
  const levelAt = (mask: Mask, n: number, d: number): number => {
    const at = placeOnRay(rays[n]!, d, skin)
    return at === undefined ? 0 : mask.data[at]!
  }
  const far = Math.round(TRACED_ARMS.far * shoulders)
  const ends = rays.map(({ from }, n) => {
    if (pixelToTorso(torso, from).v < TRACED_ARMS.below * shoulders) return 0
    let end = 0
    while (end < far && levelAt(skin, n, end) >= IN_MASK) end++
    return end < 2 * most || end === far ? 0 : end
  })
  const isBeside = (end: number, n: number, is: (at: number) => boolean): 0 | 1 => {
    let count = 0
    for (let d = end; d < end + most; d++) {
      const at = placeOnRay(rays[n]!, d, skin)
      if (at !== undefined && is(at)) count++
    }
    return end > 0 && count >= most / 2 ? 1 : 0
  }
  const isTop = (at: number): boolean => regions['upper-garment'].data[at]! >= IN_MASK
  const isOpen = (at: number): boolean => regions.gaps[at] === 1
  const besideCloth = Uint8Array.from(ends, (end, n) =>
    isBeside(
      end,
      n,
      (at) => isTop(at) || isOpen(at) || regions['lower-garment'].data[at]! >= IN_MASK,
    ),
  )
  const window = Math.round(TRACED_ARMS.smooth * shoulders)
  const isByTop = ends.map((end, n): number => isBeside(end, n, isTop))
  const besideTop = Uint8Array.from(ends, (_, n) => Math.max(...around(isByTop, n, window)))
  const walls = ends.map((end, n): number => {
    for (let d = end; d < end + most; d++) {
      const isPerson = [skin, regions['upper-garment'], regions['lower-garment']].some(
        (mask) => levelAt(mask, n, d) >= IN_MASK,
      )
      if (!isPerson) return d
    }
    return Infinity
  })
  const isAtWall = walls.map((wall) => (wall < Infinity ? 1 : 0))
  // Masks have small holes where a garment begins.
  const besideWall = Uint8Array.from(isAtWall, (_, n) =>
    Math.round(mean(around(isAtWall, n, window))),
  )
  const medians = ends.map((_, n) => medianOrZero(around(ends, n, window).filter((end) => end > 0)))
  return {
    rays,
    ends,
    middle: Float32Array.from(medians, (_, n) => mean(around(medians, n, window))),
    besideCloth,
    besideTop,
    besideWall,
    wall: Float32Array.from(walls, (_, n) =>
      medianOrZero(around(walls, n, window).filter((wall) => wall < Infinity)),
    ),
  }
}

/** The pixel at a distance along a ray; undefined outside the picture. */
export function placeOnRay(
  { from, way }: ArmRays['rays'][number],
  d: number,
  { width, height }: Size,
): number | undefined {
  const [x, y] = [Math.floor(from.x + d * way.x), Math.floor(from.y + d * way.y)]
  return x < 0 || y < 0 || x >= width || y >= height ? undefined : y * width + x
}

/** A line whose points are the means of those around them, fewer towards its ends, which stay. */
function withRoundBends(line: readonly Point[], window: number): Point[] {
  return line.map((_, n) => {
    const near = around(line, n, Math.min(window, n, line.length - 1 - n))
    return { x: mean(near.map(({ x }) => x)), y: mean(near.map(({ y }) => y)) }
  })
}

function around<T>(values: readonly T[], n: number, window: number): T[] {
  return values.slice(Math.max(0, n - window), n + window + 1)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
