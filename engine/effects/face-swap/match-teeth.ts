import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import type { Point } from '../../geometry/point.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon, visitPolygon } from '../../raster/mask/paint-polygon.ts'
import { MOUTH_OPENING } from './openings.ts'
import {
  DARK_SHARE,
  LIGHTNESS_PERCENTILES,
  LIGHTNESS_RATIO,
  MIN_EVIDENCE,
  SOFT_LEAST,
  TEETH,
  TINT_RANGE,
  WHITENESS,
} from './tuning.ts'

/**
 * Gives the teeth the lightness and tint of the target's, by a share: whites that were bright would shine in dim light,
 * and those of daylight would be blue in a lamp's light. Only a share, because gums and lips show between teeth.
 * @param lab the donor's Lab planes, which are changed
 * @param skin the typical L* of the target's skin
 */
export function matchTeeth(lab: LabPlanes, target: FaceRegion, skin: number): void {
  const ring = landmarkPath(target, MOUTH_OPENING.rim)
  const [current, wanted] = [meanWhite(lab, target, ring), meanWhite(target.lab, target, ring)]
  if (!current || !wanted || wanted.l < MIN_EVIDENCE.light * skin) return
  const inside = allocZeroPlane(lab.l.length)
  paintPolygon(inside, target, ring)
  const soft = blur(inside, target, TEETH.soft * target.faceWidth)
  const { share } = TEETH
  const times = 1 + share * (bounded(wanted.l / current.l, LIGHTNESS_RATIO) - 1)
  const redder = share * bounded(wanted.a - current.a, TINT_RANGE)
  const yellower = share * bounded(wanted.b - current.b, TINT_RANGE)
  const white = { l: Math.max(1, current.l), a: current.a + redder, b: current.b + yellower }
  tint(
    { ...lab, soft },
    { times, redder, yellower, white: white.l, whiteA: white.a, whiteB: white.b },
  )
}

/** What is less tinted than the white already, in the shade of a lip, is not taken past the target's white. */
const tint = formula(
  {
    planes: ['soft', 'l', 'a', 'b'],
    scalars: ['white', 'redder', 'yellower', 'whiteA', 'whiteB', 'times'],
  },
  `
  where soft > ${SOFT_LEAST}
  whiteness = smoothstep(${WHITENESS.from}, ${WHITENESS.whole}, l / white)
  taken = soft * (${DARK_SHARE} * min(1, l / white) + (1 - ${DARK_SHARE}) * whiteness)
  tintedA = a + redder
  tintedB = b + yellower
  boundA = redder > 0 ? min(tintedA, max(a, whiteA)) : max(tintedA, min(a, whiteA))
  boundB = yellower > 0 ? min(tintedB, max(b, whiteB)) : max(tintedB, min(b, whiteB))
  a = a + taken * (boundA - a)
  b = b + taken * (boundB - b)
  l = l * (1 + soft * whiteness * (times - 1))
`,
)

function bounded(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value))
}

/** The mean colour of the white within a ring; undefined where it has too few pixels. */
function meanWhite(
  { l, a, b }: LabPlanes,
  region: FaceRegion,
  ring: readonly Point[],
): LabColour | undefined {
  const pixels: number[] = []
  visitPolygon(region, insetRing(ring), (pixel, share) => {
    if (share > TEETH.inside) pixels.push(pixel)
  })
  if (pixels.length < MIN_EVIDENCE.pixels) return undefined
  pixels.sort((p, q) => l[p]! - l[q]!)
  const count = pixels.length
  const kept = pixels.slice(
    Math.floor(LIGHTNESS_PERCENTILES.from * count),
    Math.ceil(LIGHTNESS_PERCENTILES.to * count),
  )
  const mean = (plane: Float32Array): number =>
    kept.reduce((sum, pixel) => sum + plane[pixel]!, 0) / kept.length
  return { l: mean(l), a: mean(a), b: mean(b) }
}

function insetRing(ring: readonly Point[]): Point[] {
  const x = ring.reduce((sum, p) => sum + p.x, 0) / ring.length
  const y = ring.reduce((sum, p) => sum + p.y, 0) / ring.length
  return ring.map((p) => ({ x: x + TEETH.inset * (p.x - x), y: y + TEETH.inset * (p.y - y) }))
}
