import { formula } from '../../raster/formula.ts'
import type { Point } from '../../raster/picture.ts'
import { inPlaneRoom, takePlane, zeroPlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { blur, blurWithin } from './blur.ts'
import { type Canvas, halved, trace } from './canvas.ts'
import { disc } from './disc.ts'
import { featuresMask } from './features-mask.ts'
import { double, halve } from './half-size.ts'
import { keepConnected } from './keep-connected.ts'
import { medianWithin } from './median-within.ts'
import { paintPolygon } from './paint-polygon.ts'
import { smoothstep } from './smoothstep.ts'

/** Where the skin of a face is, 0–1, soft-edged, on its canvas. */
export type SkinMasks = {
  /** The face without its features, whatever covers it. */
  bare: Float32Array
  /** The face without its features, hair and beard. Blemishes, however dark, are part of it. */
  region: Float32Array
  /** The same without anything unlike the skin around it: single hairs, frames of glasses, moles. */
  plain: Float32Array
  /** The skin's typical colour. */
  typical: { l: number; a: number; b: number }
}

/** How far the mesh's upper edge lies below the hairline, in widths of the face. */
const BROW_TO_HAIR = 0.16

/** A face wider than this, in canvas pixels, is looked at at half its size: masks are soft, most of them softer still. */
const WIDEST = 420
const WIDEST_COARSE = 200

export function skinMasks(canvas: Canvas): SkinMasks {
  const own = (): Float32Array => takePlane(canvas.width * canvas.height)
  const masks = { bare: own(), region: own(), plain: own() }
  const typical = inPlaneRoom(() => {
    const small = canvas.unit > WIDEST ? halfCanvas(canvas) : canvas
    const found = masksOf(small)
    for (const name of ['bare', 'region', 'plain'] as const) {
      masks[name].set(small === canvas ? found[name] : double(found[name], small, canvas))
    }
    return found.typical
  })
  return { ...masks, typical }
}

/** The same canvas with half the pixels each way. */
export function halfCanvas(canvas: Canvas): Canvas {
  const half = halved(canvas)
  const { l, a, b } = canvas.tone
  const tone = { l: halve(l, canvas, half), a: halve(a, canvas, half), b: halve(b, canvas, half) }
  return { ...half, tone }
}

function masksOf(canvas: Canvas): SkinMasks {
  const coarse = coarseMasks(canvas)
  const { region, typical } = coarse
  const fine = likeness(canvas, region, typical, 0.004)
  return { ...coarse, plain: product(region, fine) }
}

/** All but `plain`, at half the size where that is large enough: their edges are wide. */
function coarseMasks(canvas: Canvas): Omit<SkinMasks, 'plain'> {
  if (canvas.unit > WIDEST_COARSE) {
    const half = halfCanvas(canvas)
    const { bare, region, typical } = coarseMasks(half)
    return { bare: double(bare, half, canvas), region: double(region, half, canvas), typical }
  }
  const face = faceShape(canvas)
  const features = featuresMask(canvas)
  const bare = takePlane(face.length)
  leaveOut({ bare, face, features })
  const typical = typicalColour(canvas)
  const coarse = likeness(canvas, bare, typical, 0.022)
  return { bare, region: connected(canvas, product(bare, coarse)), typical }
}

const leaveOut = formula('bare = face * (1 - features)')

function product(a: Float32Array, b: Float32Array): Float32Array {
  const both = takePlane(a.length)
  multiply({ both, a, b })
  return both
}

const multiply = formula('both = a * b')

/** The oval with the forehead above it, fading to 0 at its edge. */
function faceShape(canvas: Canvas): Float32Array {
  const { unit, up, points } = canvas
  const middle = points[FACE.noseTop]!
  const outline = trace(canvas, FACE.oval).map((p): Point => {
    const height = ((p.x - middle.x) * up.x + (p.y - middle.y) * up.y) / unit
    const lift = BROW_TO_HAIR * unit * smoothstep(0.15, 0.45, height)
    return { x: p.x + up.x * lift, y: p.y + up.y * lift }
  })
  const plane = zeroPlane(canvas.width * canvas.height)
  paintPolygon(plane, canvas, outline)
  const soft = blur(plane, canvas, 0.025 * unit)
  fade({ soft })
  return soft
}

const fade = formula('soft = smoothstep(0.45, 0.95, soft)')

/** Both cheeks, the forehead above the nose and the sides of the chin. */
const PATCHES = [425, 205, 280, 50, 151, 9, 4, 194, 418]

function typicalColour(canvas: Canvas): { l: number; a: number; b: number } {
  const weight = zeroPlane(canvas.width * canvas.height)
  const radius = 0.05 * canvas.unit
  for (const middle of trace(canvas, PATCHES)) paintPolygon(weight, canvas, disc(middle, radius))
  const { l, a, b } = canvas.tone
  return { l: medianWithin(l, weight), a: medianWithin(a, weight), b: medianWithin(b, weight) }
}

/** How much of a difference towards red counts: flushed skin is skin. */
const FLUSH = 0.5

/**
 * How much each place is like skin, seen through a blur of `sigma` widths of the face. Compared is with the skin
 * around, so that a shaded side of the face stays skin: hair and beards are darker, and with cloth and background
 * of another hue.
 */
function likeness(
  canvas: Canvas,
  within: Float32Array,
  typical: { l: number; a: number; b: number },
  sigma: number,
): Float32Array {
  const { tone, unit } = canvas
  const near = Math.max(0.6, sigma * unit)
  const [l, a, b] = [
    blur(tone.l, canvas, near),
    blur(tone.a, canvas, near),
    blur(tone.b, canvas, near),
  ]
  const usual = { typicalL: typical.l, typicalA: typical.a, typicalB: typical.b }
  const likely = takePlane(within.length)
  findLikely({ likely, within, l, a, b }, usual)
  const around = blurWithin(tone.l, likely, canvas, 0.12 * unit)
  const trusted = blur(likely, canvas, 0.12 * unit)
  const like = takePlane(within.length)
  compare({ like, within, l, a, b, around, trusted }, usual)
  return like
}

const findLikely = formula(`
  off = hypot(a - typicalA, b - typicalB)
  dark = smoothstep(14, 26, abs(l - typicalL))
  likely = within * (1 - dark) * (1 - smoothstep(10, 18, off))
`)

const compare = formula(`
  known = min(1, trusted * 8)
  expected = typicalL + (around - typicalL) * known
  slack = 7 + 0.1 * expected
  dark = 1 - smoothstep(slack, 1.8 * slack, expected - l)
  bright = max(1, l / max(12, typicalL))
  redder = a - typicalA
  red = redder > 0 ? redder * ${FLUSH} : redder
  hue = hypot(red, (b - typicalB) * 0.8)
  glare = smoothstep(4, 16, l - expected)
  similar = dark * (1 - (1 - glare) * smoothstep(15 * bright, 24 * bright, hue))
  like = within > 0 ? similar : 0
`)

/** Only what hangs together with the cheeks, the chin or the nose: skin seen through a fringe's strands is hair. */
function connected(canvas: Canvas, region: Float32Array): Float32Array {
  const { width, height } = canvas
  const patches = trace(canvas, PATCHES)
    .map(({ x, y }) => [Math.floor(x), Math.floor(y)] as const)
    .filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height)
  return keepConnected(
    region,
    width,
    0.1,
    patches.map(([x, y]) => y * width + x),
  )
}
