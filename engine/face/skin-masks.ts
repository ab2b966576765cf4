import type { Point } from '../geometry/point.ts'
import { smoothstep } from '../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane, withArena } from '../raster/arena.ts'
import type { LabColour } from '../raster/colour/lab.ts'
import { debugPlane } from '../raster/debug.ts'
import { blur, blurWithin } from '../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../raster/filter/half-size.ts'
import { medianWithin } from '../raster/filter/median-within.ts'
import { formula } from '../raster/formula.ts'
import { keepConnected } from '../raster/mask/keep-connected.ts'
import { circlePolygon, paintPolygon } from '../raster/mask/paint-polygon.ts'
import { FACE } from '../vision/faces/face.ts'
import { type FaceRegion, halveGeometry, landmarkPath } from './face-region.ts'
import { featuresMask } from './features-mask.ts'
import {
  BROW_TO_HAIR,
  FACE_OUTLINE,
  REDNESS_WEIGHT,
  SKIN_LIKE,
  SKIN_LIKELY,
  SKIN_MASK_COARSE,
  SKIN_MASK_FINE,
  SKIN_SAMPLE_RADIUS,
} from './tuning.ts'

/** Where the skin of a face is: planes 0–1 of the size of its region, with soft edges. */
export type SkinMasks = {
  /** The face without its features. Hair, beard or glasses that cover it are not taken out. */
  bare: Float32Array
  /** The face without its features, hair and beard. Blemishes, however dark, are part of it. */
  skin: Float32Array
  /** {@link skin} without anything unlike the skin around it: single hairs, frames of glasses, moles. */
  clear: Float32Array
  /** The median colour of the skin. */
  typical: LabColour
}

/**
 * Finds the skin of a face by position and colour. The face mesh gives the face's outline and features. In it, skin is
 * what has the colour of the skin around it and is connected to the cheeks, the forehead or the chin.
 */
export function skinMasks(region: FaceRegion): SkinMasks {
  const own = (): Float32Array => allocPlane(region.width * region.height)
  const masks = { bare: own(), skin: own(), clear: own() }
  const typical = withArena(() => {
    const small = region.faceWidth > SKIN_MASK_FINE ? halveFaceRegion(region) : region
    const found = findMasks(small)
    for (const name of ['bare', 'skin', 'clear'] as const) {
      masks[name].set(small === region ? found[name] : doubleSize(found[name], small, region))
    }
    return found.typical
  })
  debugPlane('face without features', masks.bare, region)
  debugPlane('skin', masks.skin, region)
  debugPlane('clear skin', masks.clear, region)
  return { ...masks, typical }
}

/** The same region, its colours included, with half the pixels each way. */
export function halveFaceRegion(region: FaceRegion): FaceRegion {
  const half = halveGeometry(region)
  const { l, a, b } = region.lab
  const lab = {
    l: halveSize(l, region, half),
    a: halveSize(a, region, half),
    b: halveSize(b, region, half),
  }
  return { ...half, lab }
}

function findMasks(region: FaceRegion): SkinMasks {
  const coarse = findCoarseMasks(region)
  const { skin, typical } = coarse
  const fine = skinLikelihood(region, skin, typical, SKIN_LIKE.fine)
  return { ...coarse, clear: product(skin, fine) }
}

/** All masks but `clear`, at half the size where the face is wide enough. */
function findCoarseMasks(region: FaceRegion): Omit<SkinMasks, 'clear'> {
  if (region.faceWidth > SKIN_MASK_COARSE) {
    const half = halveFaceRegion(region)
    const { bare, skin, typical } = findCoarseMasks(half)
    return { bare: doubleSize(bare, half, region), skin: doubleSize(skin, half, region), typical }
  }
  const face = faceOutlineMask(region)
  const features = featuresMask(region)
  const bare = allocPlane(face.length)
  leaveOut({ bare, face, features })
  const typical = typicalColour(region)
  const coarse = skinLikelihood(region, bare, typical, SKIN_LIKE.coarse)
  return { bare, skin: connectedToFace(region, product(bare, coarse)), typical }
}

const leaveOut = formula({ planes: ['bare', 'face', 'features'] }, 'bare = face * (1 - features)')

function product(a: Float32Array, b: Float32Array): Float32Array {
  const both = allocPlane(a.length)
  multiply({ both, a, b })
  return both
}

const multiply = formula({ planes: ['both', 'a', 'b'] }, 'both = a * b')

/** The oval of the face mesh, raised to the hairline, with a soft edge inside the outline. */
function faceOutlineMask(region: FaceRegion): Float32Array {
  const { faceWidth, up, points } = region
  const middle = points[FACE.noseTop]!
  const outline = landmarkPath(region, FACE.oval).map((p): Point => {
    const height = ((p.x - middle.x) * up.x + (p.y - middle.y) * up.y) / faceWidth
    const lift =
      BROW_TO_HAIR * faceWidth * smoothstep(FACE_OUTLINE.liftFrom, FACE_OUTLINE.liftTo, height)
    return { x: p.x + up.x * lift, y: p.y + up.y * lift }
  })
  const plane = allocZeroPlane(region.width * region.height)
  paintPolygon(plane, region, outline)
  const soft = blur(plane, region, FACE_OUTLINE.sigma * faceWidth)
  fade({ soft })
  return soft
}

const fade = formula(
  { planes: ['soft'] },
  `soft = smoothstep(${FACE_OUTLINE.from}, ${FACE_OUTLINE.to}, soft)`,
)

/** Landmarks on skin: both cheeks, the forehead above the nose, the nose and the sides of the chin. */
const SKIN_SAMPLES = [425, 205, 280, 50, 151, 9, 4, 194, 418]

/** The median colour in circles around {@link SKIN_SAMPLES}. */
function typicalColour(region: FaceRegion): LabColour {
  const weight = allocZeroPlane(region.width * region.height)
  const radius = SKIN_SAMPLE_RADIUS * region.faceWidth
  for (const middle of landmarkPath(region, SKIN_SAMPLES))
    paintPolygon(weight, region, circlePolygon(middle, radius))
  const { l, a, b } = region.lab
  return { l: medianWithin(l, weight), a: medianWithin(a, weight), b: medianWithin(b, weight) }
}

/**
 * How likely each pixel is skin, 0–1, by colour. Lightness is compared with that of the skin around, so that the shaded
 * side of a face stays skin; hair and beards are darker than that. Hue is compared with the typical colour: cloth and
 * background have another.
 * @param within where to look, 0–1; elsewhere the result is 0
 * @param sigma widths of the face; the colours are blurred by it first
 */
function skinLikelihood(
  region: FaceRegion,
  within: Float32Array,
  typical: LabColour,
  sigma: number,
): Float32Array {
  const { lab, faceWidth } = region
  const near = Math.max(SKIN_LIKE.leastSigma, sigma * faceWidth)
  const [l, a, b] = [
    blur(lab.l, region, near),
    blur(lab.a, region, near),
    blur(lab.b, region, near),
  ]
  const usual = { typicalL: typical.l, typicalA: typical.a, typicalB: typical.b }
  const likely = allocPlane(within.length)
  findLikely({ likely, within, l, a, b }, usual)
  const around = blurWithin(lab.l, likely, region, SKIN_LIKE.around * faceWidth)
  const trusted = blur(likely, region, SKIN_LIKE.around * faceWidth)
  const like = allocPlane(within.length)
  compare({ like, within, l, a, b, around, trusted }, usual)
  return like
}

const findLikely = formula(
  { planes: ['a', 'b', 'l', 'likely', 'within'], scalars: ['typicalA', 'typicalB', 'typicalL'] },
  `
  off = hypot(a - typicalA, b - typicalB)
  dark = smoothstep(${SKIN_LIKELY.light.from}, ${SKIN_LIKELY.light.to}, abs(l - typicalL))
  likely = within * (1 - dark) * (1 - smoothstep(${SKIN_LIKELY.hue.from}, ${SKIN_LIKELY.hue.to}, off))
`,
)

const compare = formula(
  {
    planes: ['trusted', 'around', 'l', 'a', 'b', 'like', 'within'],
    scalars: ['typicalL', 'typicalA', 'typicalB'],
  },
  `
  known = min(1, trusted * ${SKIN_LIKE.trusted})
  expected = typicalL + (around - typicalL) * known
  slack = ${SKIN_LIKE.dark.least} + ${SKIN_LIKE.dark.byLight} * expected
  dark = 1 - smoothstep(slack, ${SKIN_LIKE.dark.ends} * slack, expected - l)
  bright = max(1, l / max(${SKIN_LIKE.leastLight}, typicalL))
  redder = a - typicalA
  red = redder > 0 ? redder * ${REDNESS_WEIGHT} : redder
  hue = hypot(red, (b - typicalB) * ${SKIN_LIKE.yellow})
  glare = smoothstep(${SKIN_LIKE.glare.from}, ${SKIN_LIKE.glare.to}, l - expected)
  similar = dark * (1 - (1 - glare) * smoothstep(${SKIN_LIKE.hue.from} * bright, ${SKIN_LIKE.hue.to} * bright, hue))
  like = within > 0 ? similar : 0
`,
)

/**
 * The skin that is connected to {@link SKIN_SAMPLES}. Skin between the strands of a fringe is not: it is treated as
 * hair.
 */
function connectedToFace(region: FaceRegion, skin: Float32Array): Float32Array {
  const { width, height } = region
  const samples = landmarkPath(region, SKIN_SAMPLES)
    .map(({ x, y }) => [Math.floor(x), Math.floor(y)] as const)
    .filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height)
  return keepConnected(
    skin,
    width,
    SKIN_LIKE.connected,
    samples.map(([x, y]) => y * width + x),
  )
}
