import { Fault } from '../../../catalog/fault.ts'
import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'
import { medianWithin } from '../../raster/median-within.ts'
import { BROW_RINGS } from './brows-to-keep.ts'
import { EYE_OPENINGS } from './openings.ts'

/**
 * How many times as wide as the old face's the edges of the given one may be; and edges, in widths of the face, that are
 * sharp enough beside any: of sharp portraits they measure 0.002 to 0.007, of blurred faces 0.01 to 0.03.
 */
const MAX_BLUR = { times: 1.8, from: 0.008 } as const

/** The blur, in widths of the face, through which edges are looked at, and the pixels it measures at least. */
const EDGE_SIGMA = { share: 0.004, pixels: 0.6 } as const

/** Room around eyes and brows, in widths of the face. */
const MARGIN = 0.03

/** The share of pixels there that are their strongest edges: lashes, irises, brows. */
const STRONGEST_SHARE = 0.06

/** A canvas of which L* is known. */
export type LumaRegion = FaceRegionGeometry & { lab: Pick<LabPlanes, 'l'> }

/** Throws Fault `hidden-face` for a reference face so blurred that on the old face it would look smeared. */
export function requireSharp(given: LumaRegion, old: LumaRegion): void {
  const own = edgeWidth(given)
  if (own <= MAX_BLUR.from) return
  const times = own / edgeWidth(old)
  if (times <= MAX_BLUR.times) return
  throw new Fault(
    'hidden-face',
    `The reference face is ${times.toFixed(1)} times as blurred as the face to be replaced; ${MAX_BLUR.times} times are allowed.`,
    { role: 'ref' },
  )
}

/**
 * How wide the sharpest edges of eyes and brows are, in widths of the face: the sigma of the Gaussian they look blurred
 * by. Blurred once more a sharp edge loses much of its steepness and a soft one little (Zhuo and Sim, "Defocus map
 * estimation from a single image", Pattern Recognition 44, 2011).
 */
function edgeWidth(canvas: LumaRegion): number {
  const { faceWidth } = canvas
  const { light, size } = eyePatchOf(canvas)
  const sigma = Math.max(EDGE_SIGMA.pixels, EDGE_SIGMA.share * faceWidth)
  const [once, twice] = [sigma, 2 * sigma].map((by) => gradients(blur(light, size, by), size))
  const inner = interiorWeights(once!.length, size.width)
  const steep = medianWithin(once!, inner, 1 - STRONGEST_SHARE)
  const widths: number[] = []
  for (let i = 0; i < once!.length; i++) {
    if (once![i]! < steep || inner[i] === 0) continue
    const ratio = Math.max(1.0001, (once![i]! / Math.max(1e-6, twice![i]!)) ** 2)
    widths.push(Math.sqrt(Math.max(0, ((4 - ratio) * sigma * sigma) / (ratio - 1))))
  }
  const middle = widths.sort((a, b) => a - b)[widths.length >> 1] ?? 0
  // Narrower than a third of a pixel an edge cannot be told to be.
  return Math.max(0.33, middle) / faceWidth
}

type LumaPatch = { light: Float32Array; size: { width: number; height: number } }

/** The lightness of the part of a canvas that shows eyes and brows. */
function eyePatchOf(canvas: LumaRegion): LumaPatch {
  const points = landmarkPath(canvas, [
    ...EYE_OPENINGS.flatMap(({ rim }) => rim),
    ...BROW_RINGS.flat(),
  ])
  const room = MARGIN * canvas.faceWidth
  const clamped = (value: number, most: number): number =>
    Math.min(most, Math.max(0, Math.round(value)))
  const left = clamped(Math.min(...points.map(({ x }) => x)) - room, canvas.width - 3)
  const top = clamped(Math.min(...points.map(({ y }) => y)) - room, canvas.height - 3)
  const right = clamped(Math.max(...points.map(({ x }) => x)) + room, canvas.width)
  const bottom = clamped(Math.max(...points.map(({ y }) => y)) + room, canvas.height)
  const size = { width: Math.max(3, right - left), height: Math.max(3, bottom - top) }
  const light = allocPlane(size.width * size.height)
  for (let y = 0; y < size.height; y++) {
    const from = (top + y) * canvas.width + left
    light.set(canvas.lab.l.subarray(from, from + size.width), y * size.width)
  }
  return { light, size }
}

/** The steepness of a plane at its inner places, in rows as wide as the plane's own. */
function gradients(plane: Float32Array, { width, height }: LumaPatch['size']): Float32Array {
  const slope = allocPlane(width * (height - 2) - 2)
  const from = (start: number): Float32Array => plane.subarray(start, start + slope.length)
  gradientMagnitude({
    slope,
    left: from(width),
    right: from(width + 2),
    up: from(1),
    down: from(2 * width + 1),
  })
  return slope
}

const gradientMagnitude = formula(
  { planes: ['slope', 'right', 'left', 'down', 'up'] },
  'slope = hypot(right - left, down - up)',
)

/** 1 at the inner places of rows of this width, 0 where one row's end and the next one's beginning would be compared. */
function interiorWeights(length: number, width: number): Float32Array {
  const inner = allocPlane(length).fill(1)
  for (let i = width - 2; i < length; i += width) inner.fill(0, i, i + 2)
  return inner
}
