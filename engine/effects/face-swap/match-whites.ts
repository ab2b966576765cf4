import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { IRIS_MARGIN } from '../../face/tuning.ts'
import type { Point } from '../../geometry/point.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon, visitPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { EYE_OPENINGS, MOUTH_OPENING } from './openings.ts'
import {
  DARK_SHARE,
  LIGHTNESS_PERCENTILES,
  LIGHTNESS_RATIO,
  MIN_EVIDENCE,
  SOFT_LEAST,
  TINT_RANGE,
  WHITENESS,
  WHITES_INSET,
  WHITES_INSIDE,
  WHITES_SHARE,
  WHITES_SOFT,
} from './tuning.ts'

/**
 * What is white in a face, and how much of the target's colour it takes on. Both eyes count as one, because one eye of
 * a small face has too few pixels; of the mouth only a share is taken, because gums and lips show between teeth.
 */
const WHITES = [
  { rims: EYE_OPENINGS.map(({ rim }) => rim), share: WHITES_SHARE.eyes },
  { rims: [MOUTH_OPENING.rim], share: WHITES_SHARE.teeth },
] as const

/**
 * Gives the whites of eyes and the teeth the lightness and tint of the target's: whites that were bright would shine in
 * dim light, and those of daylight would be blue in a lamp's light.
 * @param lab the donor's Lab planes, which are changed
 * @param skin the typical L* of the target's skin
 */
export function matchWhites(lab: LabPlanes, target: FaceRegion, skin: number): void {
  for (const { rims, share } of WHITES) {
    const rings = rims.map((rim) => landmarkPath(target, rim))
    const [current, wanted] = [meanWhite(lab, target, rings), meanWhite(target.lab, target, rings)]
    if (!current || !wanted || wanted.l < MIN_EVIDENCE.light * skin) continue
    const inside = allocZeroPlane(lab.l.length)
    for (const ring of rings) paintPolygon(inside, target, ring)
    const soft = blur(inside, target, WHITES_SOFT * target.faceWidth)
    const times = 1 + share * (bounded(wanted.l / current.l, LIGHTNESS_RATIO) - 1)
    const redder = share * bounded(wanted.a - current.a, TINT_RANGE)
    const yellower = share * bounded(wanted.b - current.b, TINT_RANGE)
    const white = { l: Math.max(1, current.l), a: current.a + redder, b: current.b + yellower }
    tint(
      { ...lab, soft },
      { times, redder, yellower, white: white.l, whiteA: white.a, whiteB: white.b },
    )
  }
}

/** What is less tinted than the white already, in the shade of a lid, is not taken past the target's white. */
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

type WhiteColour = { l: number; a: number; b: number }

/** The mean colour of the white within some rings; undefined where it has too few pixels. */
function meanWhite(
  { l, a, b }: LabPlanes,
  region: FaceRegion,
  rings: readonly (readonly Point[])[],
): WhiteColour | undefined {
  const irises = [FACE.leftIris, FACE.rightIris].map((iris) => discOf(landmarkPath(region, iris)))
  const pixels: number[] = []
  for (const ring of rings) {
    visitPolygon(region, insetRing(ring), (pixel, share) => {
      const at = { x: (pixel % region.width) + 0.5, y: Math.floor(pixel / region.width) + 0.5 }
      const isIris = irises.some(({ x, y, radius }) => Math.hypot(at.x - x, at.y - y) < radius)
      if (share > WHITES_INSIDE && !isIris) pixels.push(pixel)
    })
  }
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

/** The disc of an iris, whose first landmark is its middle and whose others are its edge. */
function discOf([middle, ...edge]: readonly Point[]) {
  const { x, y } = middle!
  return { x, y, radius: IRIS_MARGIN * Math.max(...edge.map((p) => Math.hypot(p.x - x, p.y - y))) }
}

function insetRing(ring: readonly Point[]): Point[] {
  const x = ring.reduce((sum, p) => sum + p.x, 0) / ring.length
  const y = ring.reduce((sum, p) => sum + p.y, 0) / ring.length
  return ring.map((p) => ({ x: x + WHITES_INSET * (p.x - x), y: y + WHITES_INSET * (p.y - y) }))
}
