import { allocPlane, allocZeroPlane, withArena } from '../raster/arena.ts'
import { blur, blurWithin } from '../raster/blur.ts'
import { formula } from '../raster/formula.ts'
import { doubleSize, halveSize } from '../raster/half-size.ts'
import { keepConnected } from '../raster/keep-connected.ts'
import { medianWithin } from '../raster/median-within.ts'
import { circlePolygon, paintPolygon } from '../raster/paint-polygon.ts'
import type { Point } from '../raster/picture.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { FACE } from '../vision/faces/face.ts'
import { type FaceRegion, halveGeometry, landmarkPath } from './face-region.ts'
import { featuresMask } from './features-mask.ts'

/** Where the skin of a face is, 0–1, soft-edged, on its canvas. */
export type SkinMasks = {
  /** The face without its features, whatever covers it. */
  bare: Float32Array
  /** The face without its features, hair and beard. Blemishes, however dark, are part of it. */
  skin: Float32Array
  /** The same without anything unlike the skin around it: single hairs, frames of glasses, moles. */
  clear: Float32Array
  /** The skin's typical colour. */
  typical: { l: number; a: number; b: number }
}

/** How far the mesh's upper edge lies below the hairline, in widths of the face. */
const BROW_TO_HAIR = 0.16

/** A face wider than this, in canvas pixels, is looked at at half its size: masks are soft, most of them softer still. */
const MAX_WIDTH_FINE = 420
const MAX_WIDTH_COARSE = 200

export function skinMasks(canvas: FaceRegion): SkinMasks {
  const own = (): Float32Array => allocPlane(canvas.width * canvas.height)
  const masks = { bare: own(), skin: own(), clear: own() }
  const typical = withArena(() => {
    const small = canvas.faceWidth > MAX_WIDTH_FINE ? halveFaceRegion(canvas) : canvas
    const found = findMasks(small)
    for (const name of ['bare', 'skin', 'clear'] as const) {
      masks[name].set(small === canvas ? found[name] : doubleSize(found[name], small, canvas))
    }
    return found.typical
  })
  return { ...masks, typical }
}

/** The same canvas with half the pixels each way. */
export function halveFaceRegion(canvas: FaceRegion): FaceRegion {
  const half = halveGeometry(canvas)
  const { l, a, b } = canvas.lab
  const tone = {
    l: halveSize(l, canvas, half),
    a: halveSize(a, canvas, half),
    b: halveSize(b, canvas, half),
  }
  return { ...half, lab: tone }
}

function findMasks(canvas: FaceRegion): SkinMasks {
  const coarse = findCoarseMasks(canvas)
  const { skin, typical } = coarse
  const fine = skinLikelihood(canvas, skin, typical, 0.004)
  return { ...coarse, clear: product(skin, fine) }
}

/** All but `plain`, at half the size where that is large enough: their edges are wide. */
function findCoarseMasks(canvas: FaceRegion): Omit<SkinMasks, 'clear'> {
  if (canvas.faceWidth > MAX_WIDTH_COARSE) {
    const half = halveFaceRegion(canvas)
    const { bare, skin, typical } = findCoarseMasks(half)
    return { bare: doubleSize(bare, half, canvas), skin: doubleSize(skin, half, canvas), typical }
  }
  const face = faceOutlineMask(canvas)
  const features = featuresMask(canvas)
  const bare = allocPlane(face.length)
  leaveOut({ bare, face, features })
  const typical = typicalColour(canvas)
  const coarse = skinLikelihood(canvas, bare, typical, 0.022)
  return { bare, skin: connectedToFace(canvas, product(bare, coarse)), typical }
}

const leaveOut = formula({ planes: ['bare', 'face', 'features'] }, 'bare = face * (1 - features)')

function product(a: Float32Array, b: Float32Array): Float32Array {
  const both = allocPlane(a.length)
  multiply({ both, a, b })
  return both
}

const multiply = formula({ planes: ['both', 'a', 'b'] }, 'both = a * b')

/** The oval with the forehead above it, fading to 0 at its edge. */
function faceOutlineMask(canvas: FaceRegion): Float32Array {
  const { faceWidth, up, points } = canvas
  const middle = points[FACE.noseTop]!
  const outline = landmarkPath(canvas, FACE.oval).map((p): Point => {
    const height = ((p.x - middle.x) * up.x + (p.y - middle.y) * up.y) / faceWidth
    const lift = BROW_TO_HAIR * faceWidth * smoothstep(0.15, 0.45, height)
    return { x: p.x + up.x * lift, y: p.y + up.y * lift }
  })
  const plane = allocZeroPlane(canvas.width * canvas.height)
  paintPolygon(plane, canvas, outline)
  const soft = blur(plane, canvas, 0.025 * faceWidth)
  fade({ soft })
  return soft
}

const fade = formula({ planes: ['soft'] }, 'soft = smoothstep(0.45, 0.95, soft)')

/** Both cheeks, the forehead above the nose and the sides of the chin. */
const SKIN_SAMPLES = [425, 205, 280, 50, 151, 9, 4, 194, 418]

function typicalColour(canvas: FaceRegion): { l: number; a: number; b: number } {
  const weight = allocZeroPlane(canvas.width * canvas.height)
  const radius = 0.05 * canvas.faceWidth
  for (const middle of landmarkPath(canvas, SKIN_SAMPLES))
    paintPolygon(weight, canvas, circlePolygon(middle, radius))
  const { l, a, b } = canvas.lab
  return { l: medianWithin(l, weight), a: medianWithin(a, weight), b: medianWithin(b, weight) }
}

/** How much of a difference towards red counts: flushed skin is skin. */
const REDNESS_WEIGHT = 0.5

/**
 * How much each place is like skin, seen through a blur of `sigma` widths of the face. Compared is with the skin
 * around, so that a shaded side of the face stays skin: hair and beards are darker, and with cloth and background
 * of another hue.
 */
function skinLikelihood(
  canvas: FaceRegion,
  within: Float32Array,
  typical: { l: number; a: number; b: number },
  sigma: number,
): Float32Array {
  const { lab, faceWidth } = canvas
  const near = Math.max(0.6, sigma * faceWidth)
  const [l, a, b] = [
    blur(lab.l, canvas, near),
    blur(lab.a, canvas, near),
    blur(lab.b, canvas, near),
  ]
  const usual = { typicalL: typical.l, typicalA: typical.a, typicalB: typical.b }
  const likely = allocPlane(within.length)
  findLikely({ likely, within, l, a, b }, usual)
  const around = blurWithin(lab.l, likely, canvas, 0.12 * faceWidth)
  const trusted = blur(likely, canvas, 0.12 * faceWidth)
  const like = allocPlane(within.length)
  compare({ like, within, l, a, b, around, trusted }, usual)
  return like
}

const findLikely = formula(
  { planes: ['a', 'b', 'l', 'likely', 'within'], scalars: ['typicalA', 'typicalB', 'typicalL'] },
  `
  off = hypot(a - typicalA, b - typicalB)
  dark = smoothstep(14, 26, abs(l - typicalL))
  likely = within * (1 - dark) * (1 - smoothstep(10, 18, off))
`,
)

const compare = formula(
  {
    planes: ['trusted', 'around', 'l', 'a', 'b', 'like', 'within'],
    scalars: ['typicalL', 'typicalA', 'typicalB'],
  },
  `
  known = min(1, trusted * 8)
  expected = typicalL + (around - typicalL) * known
  slack = 7 + 0.1 * expected
  dark = 1 - smoothstep(slack, 1.8 * slack, expected - l)
  bright = max(1, l / max(12, typicalL))
  redder = a - typicalA
  red = redder > 0 ? redder * ${REDNESS_WEIGHT} : redder
  hue = hypot(red, (b - typicalB) * 0.8)
  glare = smoothstep(4, 16, l - expected)
  similar = dark * (1 - (1 - glare) * smoothstep(15 * bright, 24 * bright, hue))
  like = within > 0 ? similar : 0
`,
)

/** Only what hangs together with the cheeks, the chin or the nose: skin seen through a fringe's strands is hair. */
function connectedToFace(canvas: FaceRegion, region: Float32Array): Float32Array {
  const { width, height } = canvas
  const patches = landmarkPath(canvas, SKIN_SAMPLES)
    .map(({ x, y }) => [Math.floor(x), Math.floor(y)] as const)
    .filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height)
  return keepConnected(
    region,
    width,
    0.1,
    patches.map(([x, y]) => y * width + x),
  )
}
