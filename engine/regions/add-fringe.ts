import { allocZeroPlane } from '../raster/arena.ts'
import { blur } from '../raster/blur.ts'
import { isInsideRing } from '../raster/inside-ring.ts'
import type { Size } from '../raster/picture.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { type HeadColours, likeHair } from './head-colours.ts'
import type { HeadRegions } from './head-regions.ts'

/** The brightness of a forehead's skin in shade, as a share of the cheeks'. */
const SHADED = 0.6

/**
 * Adds hair on the forehead: what looks more like the hair above it than like the cheeks in any light.
 * @returns false where thin hair and skin are too much alike, and adds all that may be hair
 */
export function addFringe(
  hair: Float32Array,
  levels: readonly Float32Array[],
  { width, height }: Size,
  { grid }: HeadRegions,
  colours: HeadColours,
): boolean {
  const { points } = colours
  const far = grid.faceWidth * grid.scale
  const forehead = [...BROW_TOPS, ...FOREHEAD].map((i, n) => {
    const p = points[i]!
    // From the brows up to a little beyond the mesh.
    const by = n < BROW_TOPS.length ? 0.02 : 0.06
    return { x: p.x + grid.up.x * by * far, y: p.y + grid.up.y * by * far }
  })
  const xs = forehead.map(({ x }) => x)
  const ys = forehead.map(({ y }) => y)
  const [left, right] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(width, Math.max(...xs))]
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(height, Math.max(...ys)),
  ]
  const fringe = allocZeroPlane(hair.length)
  let zone = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * width + x
      if (hair[at]! > 0.95 || !isInsideRing(forehead, x, y)) continue
      zone++
      fringe[at] = likeHair(colours, levels, at, SHADED)
    }
  }
  const smooth = blur(fringe, { width, height }, 0.012 * far)
  let [sure, between] = [0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const like = smooth[y * width + x]!
      if (like > UNCLEAR.most) sure++
      else if (like > UNCLEAR.least) between++
    }
  }
  if (sure + between < LEAST_FRINGE * zone) return true
  const isClear = between <= MOST_UNCLEAR * sure
  // What may be hair rather counts as hair: skin is continued more easily than single hairs are told.
  const [from, to] = isClear ? [0.42, 0.62] : [0.34, 0.46]
  for (let at = 0; at < hair.length; at++) {
    if (fringe[at]! > 0) hair[at] = Math.max(hair[at]!, smoothstep(from, to, smooth[at]!))
  }
  return isClear
}

/** How much a pixel of the forehead looks like hair, from which on it may be hair, and surely is, 0–1. */
const UNCLEAR = { least: 0.4, most: 0.55 } as const

/** The share of the forehead below which hair on it is a few strands, and how much of a fringe may be unclear. */
const LEAST_FRINGE = 0.06
const MOST_UNCLEAR = 0.6

/** The brows' upper edges from the person's left to the right, and the oval back over the forehead. */
const BROW_TOPS = [300, 293, 334, 296, 336, 107, 66, 105, 63, 70] as const
const FOREHEAD = [54, 103, 67, 109, 10, 338, 297, 332, 284] as const
