import { landmarkPath, readFaceRegion } from '../../face/face-region.ts'
import { skinMasks } from '../../face/skin-masks.ts'
import { SKIN_MARGIN } from '../../face/tuning.ts'
import type { Point } from '../../geometry/point.ts'
import { meanMedianOrZero } from '../../geometry/quantile.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { CLEAR_SKIN, COLOUR_MAX_WIDTH, KEPT_QUANTILES, MATTE_SHARE, MIN_AREA } from './tuning.ts'

/**
 * Rings of landmarks: both cheeks below the eyes and the forehead above each brow, where skin is rarely shaded or red.
 */
const PATCHES = [
  [117, 50, 205, 36, 100, 119],
  [346, 280, 425, 266, 329, 348],
  [109, 108, 151, 10],
  [338, 337, 151, 10],
] as const

/**
 * The colour of a face's skin without highlights and shadows: the median over four patches, so that a side in shadow or
 * under a fringe does not count. Undefined where too little skin is visible.
 */
export function measureSkinColour(picture: Picture, face: Face): LabColour | undefined {
  const region = readFaceRegion(picture, face, COLOUR_MAX_WIDTH, SKIN_MARGIN)
  const { clear } = skinMasks(region)
  const patches = PATCHES.map((ring) => {
    const inside = new Float32Array(clear.length)
    paintPolygon(inside, region, sortAroundCentre(landmarkPath(region, ring)))
    const pixels: number[] = []
    for (let i = 0; i < clear.length; i++)
      if (inside[i]! > 0.5 && clear[i]! > CLEAR_SKIN.share) pixels.push(i)
    return pixels
  })
  const usable = patches.filter((pixels) => pixels.length > CLEAR_SKIN.pixels)
  const count = usable.reduce((sum, pixels) => sum + pixels.length, 0)
  if (count < MIN_AREA * region.faceWidth ** 2) return undefined
  const { l, a, b } = region.lab
  const colourful = (i: number): number => Math.hypot(a[i]!, b[i]!) / (l[i]! + 16)
  const means = usable.map((pixels) => {
    pixels.sort((p, q) => colourful(q) - colourful(p))
    const matte = pixels
      .slice(0, Math.ceil(MATTE_SHARE * pixels.length))
      .sort((p, q) => l[p]! - l[q]!)
    const kept = matte.slice(
      KEPT_QUANTILES.from * matte.length,
      Math.ceil(KEPT_QUANTILES.to * matte.length),
    )
    const mean = (plane: Float32Array): number =>
      kept.reduce((sum, i) => sum + plane[i]!, 0) / kept.length
    return { l: mean(l), a: mean(a), b: mean(b) }
  })
  const middle = (key: keyof LabColour): number => meanMedianOrZero(means.map((own) => own[key]))
  return { l: middle('l'), a: middle('a'), b: middle('b') }
}

/** Orders a ring by angle: on a turned face the landmarks of a patch may otherwise form a ring that crosses itself. */
function sortAroundCentre(ring: Point[]): Point[] {
  const cx = ring.reduce((sum, p) => sum + p.x, 0) / ring.length
  const cy = ring.reduce((sum, p) => sum + p.y, 0) / ring.length
  return ring.toSorted((p, q) => Math.atan2(p.y - cy, p.x - cx) - Math.atan2(q.y - cy, q.x - cx))
}
