import type { Point } from '../../geometry/point.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import type { Size } from '../../geometry/size.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import {
  HEAD_COLOURS_BRIGHTEST,
  HEAD_COLOURS_NEAR,
  HEAD_COLOURS_NOISE,
  SURELY_HAIR,
} from '../tuning.ts'

/** The landmarks in pixels, the skin of the cheeks, and the hair's own colours near each pixel, sRGB levels. */
export type HeadColours = { points: Point[]; skin: number[]; hair: readonly Float32Array[] }

export function headColours(
  hair: Float32Array,
  levels: readonly Float32Array[],
  size: Size,
  { grid }: HeadRegions,
): HeadColours {
  const points = grid.points.map(({ x, y }) => ({
    x: x * grid.scale + grid.area.left,
    y: y * grid.scale + grid.area.top,
  }))
  const cheeks = [FACE.leftCheek, FACE.rightCheek, 4, 151, 280, 50].map((i) => points[i]!)
  const sure = hair.map((share) => (share > SURELY_HAIR ? 1 : 0))
  return {
    points,
    skin: medianColour(levels, size.width, cheeks),
    hair: blurAllWithin(levels, sure, size, HEAD_COLOURS_NEAR * grid.faceWidth * grid.scale),
  }
}

/**
 * How much more a pixel looks like the hair near it than like the cheeks in any light, 0–1.
 * @param darkest skin in the deepest shade, as a share of the cheeks'
 */
export function hairLikelihoodAt(
  { skin, hair }: HeadColours,
  levels: readonly Float32Array[],
  at: number,
  darkest: number,
): number {
  const [r, g, b] = [levels[0]![at]!, levels[1]![at]!, levels[2]![at]!]
  const squared = skin[0]! ** 2 + skin[1]! ** 2 + skin[2]! ** 2
  const along = (r * skin[0]! + g * skin[1]! + b * skin[2]!) / squared
  const shade = Math.min(HEAD_COLOURS_BRIGHTEST, Math.max(darkest, along))
  const [sr, sg, sb] = [r - shade * skin[0]!, g - shade * skin[1]!, b - shade * skin[2]!]
  const [hr, hg, hb] = [r - hair[0]![at]!, g - hair[1]![at]!, b - hair[2]![at]!]
  const toSkin = Math.sqrt(sr * sr + sg * sg + sb * sb)
  const toHair = Math.sqrt(hr * hr + hg * hg + hb * hb)
  return toSkin / (toSkin + toHair + HEAD_COLOURS_NOISE)
}

/**
 * How much more hair of the colours near a pixel looks like hair than like the cheeks in any light, 0–1: what
 * {@link hairLikelihoodAt} can tell there at best.
 */
export function hairLikelihoodOf(colours: HeadColours, at: number, darkest: number): number {
  return hairLikelihoodAt(colours, colours.hair, at, darkest)
}

/** The median of each channel around some points. */
function medianColour(
  levels: readonly Float32Array[],
  width: number,
  points: readonly Point[],
): number[] {
  return levels.map((plane) => {
    const values = points.flatMap(({ x, y }) =>
      [-2, 0, 2].map((by) => plane[Math.floor(y + by) * width + Math.floor(x + by)] ?? 0),
    )
    return medianOrZero(values)
  })
}
