import type { Point } from '../../geometry/point.ts'
import { isInsideRing } from '../../geometry/polygon.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { betweenColours } from '../../raster/colour/between-colours.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import {
  FOREHEAD_SHADED,
  FRINGE_AVERAGED,
  FRINGE_FOREHEAD,
  FRINGE_IS_HAIR,
  FRINGE_KNOWN,
  FRINGE_THIN,
  FRINGE_UNCLEAR,
  LEAST_FRINGE,
  MOST_UNCLEAR,
} from '../tuning.ts'
import { type HeadColours, hairLikelihoodAt } from './head-colours.ts'

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
    const by = n < BROW_TOPS.length ? FRINGE_FOREHEAD.brows : FRINGE_FOREHEAD.mesh
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
      if (hair[at]! > FRINGE_KNOWN || !isInsideRing(forehead, x, y)) continue
      zone++
      fringe[at] = hairLikelihoodAt(colours, levels, at, FOREHEAD_SHADED)
    }
  }
  const smooth = blur(fringe, { width, height }, FRINGE_AVERAGED * far)
  let [sure, between] = [0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const like = smooth[y * width + x]!
      if (like > FRINGE_UNCLEAR.most) sure++
      else if (like > FRINGE_UNCLEAR.least) between++
    }
  }
  if (sure + between < LEAST_FRINGE * zone) return true
  // A thin part of a fringe lets skin shine through: it lies between the hair and the skin right below it.
  const below = skinBelow(levels, { width, height }, forehead, fringe, far, grid.up)
  if (below) {
    const mixed = allocZeroPlane(hair.length)
    for (let at = 0; at < hair.length; at++) {
      if (fringe[at]! > 0)
        mixed[at] = Math.max(
          fringe[at]!,
          shareOfHair(colours.hair, below, levels, at) + FRINGE_THIN.offset,
        )
    }
    smooth.set(blur(mixed, { width, height }, FRINGE_AVERAGED * far))
  }
  const isClear = between <= MOST_UNCLEAR * sure
  // What may be hair rather counts as hair: skin is continued more easily than single hairs are told.
  const [from, to] = FRINGE_IS_HAIR[isClear ? 'clear' : 'unclear']
  for (let at = 0; at < hair.length; at++) {
    if (fringe[at]! > 0) hair[at] = Math.max(hair[at]!, smoothstep(from, to, smooth[at]!))
  }
  return isClear
}

/** The colours of the bare skin right above the brows, continued over the forehead; undefined where none is bare. */
function skinBelow(
  levels: readonly Float32Array[],
  size: Size,
  forehead: readonly Point[],
  fringe: Float32Array,
  far: number,
  up: Point,
): readonly Float32Array[] | undefined {
  const bare = allocZeroPlane(fringe.length)
  const [dx, dy] = [up.x * FRINGE_THIN.strip * far, up.y * FRINGE_THIN.strip * far]
  let count = 0
  for (let at = 0; at < fringe.length; at++) {
    const like = fringe[at]!
    if (like === 0 || like > FRINGE_THIN.skin) continue
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    if (isInsideRing(forehead, x - dx, y - dy)) continue
    bare[at] = 1
    count++
  }
  if (count < FRINGE_THIN.least * far * far) return undefined
  return blurAllWithin(levels, bare, size, FRINGE_THIN.sigma * far)
}

/** The share of hair in a pixel whose colour lies between hair's and skin's; 0 where the two are much alike. */
function shareOfHair(
  hair: readonly Float32Array[],
  skin: readonly Float32Array[],
  levels: readonly Float32Array[],
  at: number,
): number {
  const { share, apart } = betweenColours(levels, skin, hair, at)
  return apart < FRINGE_THIN.apart ? 0 : Math.min(1, share)
}

/** The brows' upper edges from the person's left to the right, and the oval back over the forehead. */
const BROW_TOPS = [300, 293, 334, 296, 336, 107, 66, 105, 63, 70] as const
const FOREHEAD = [54, 103, 67, 109, 10, 338, 297, 332, 284] as const
