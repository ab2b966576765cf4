import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur, blurWithin } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { EyeLandmarks } from './landmarks.ts'
import { splineThrough } from './spline.ts'
import {
  BROW_BARE,
  BROW_DARKER,
  BROW_HAIRS,
  BROW_LEAST_LIGHT,
  BROW_LIGHT,
  BROW_NEAR,
  BROW_SAMPLES,
  BROW_STEPS,
} from './tuning.ts'

/** Where a brow is, 0–1, with a soft edge, and how surely it is seen there rather than a fringe over it, 0–1. */
export type Brow = { plane: Float32Array; seen: number }

/** Finds a brow. @param y the luminance of each pixel, by any factor */
export function findBrow(part: FaceRegionGeometry, eye: EyeLandmarks, y: Float32Array): Brow {
  const whole = allocZeroPlane(y.length)
  const top = splineThrough(landmarkPath(part, eye.browTop), BROW_STEPS)
  const bottom = splineThrough(landmarkPath(part, eye.upper[3]), BROW_STEPS)
  paintPolygon(whole, part, [...top, ...bottom.reverse()])
  const plane = blur(whole, part, BROW_SAMPLES.near * part.faceWidth)
  const far = blur(whole, part, BROW_SAMPLES.far * part.faceWidth)
  const [core, around] = [allocPlane(y.length), allocPlane(y.length)]
  findSamples({ plane, far, core, around })
  const [skin, hair] = [around, core].map((where) => Math.max(1e-3, medianWithin(y, where)))
  const seen = smoothstep(BROW_DARKER.none, BROW_DARKER.sure, Math.log(skin! / hair!))
  const hairs = allocPlane(y.length)
  const lit = blurWithin(y, around, part, BROW_LIGHT * part.faceWidth)
  findHairs({ hairs, y, plane, lit }, { depth: Math.max(BROW_HAIRS.leastDepth, 1 - hair! / skin!) })
  const near = blur(hairs, part, BROW_NEAR * part.faceWidth)
  leaveBare({ plane, near })
  return { plane, seen }
}

const findSamples = formula(
  { planes: ['plane', 'far', 'core', 'around'] },
  `
  core = plane > ${BROW_SAMPLES.core} ? 1 : 0
  around = far > ${BROW_SAMPLES.around.far} ? (plane < ${BROW_SAMPLES.around.near} ? 1 : 0) : 0
`,
)

const findHairs = formula(
  { planes: ['hairs', 'y', 'plane', 'lit'], scalars: ['depth'] },
  `
  darker = (1 - y / max(${BROW_LEAST_LIGHT}, lit)) / depth
  hairs = plane > ${BROW_HAIRS.within} ? smoothstep(${BROW_HAIRS.from}, ${BROW_HAIRS.to}, darker) : 0
`,
)

const leaveBare = formula(
  { planes: ['plane', 'near'] },
  `plane = plane * smoothstep(${BROW_BARE.from}, ${BROW_BARE.to}, near)`,
)
