import { type Box, clampBox } from '../geometry/box.ts'
import { quantileOrZero } from '../geometry/quantile.ts'
import { allocPlane, withArena } from '../raster/arena.ts'
import { luma } from '../raster/colour/luma.ts'
import { blur } from '../raster/filter/blur.ts'
import { convolveView, createConvolution, gaussianWeights } from '../raster/filter/convolution.ts'
import { viewOf } from '../raster/filter/strided-view.ts'
import type { Picture } from '../raster/picture.ts'
import { seededRandom } from '../raster/seeded-random.ts'
import { MEDIAN_PER_SIGMA } from '../raster/tuning.ts'
import type { Layer } from './render-product.ts'
import {
  GRAIN_ALPHA,
  LAYER_BLUR,
  LEAST_GRAIN,
  LEAST_SOFTENING,
  PHOTO_EDGE,
  PHOTO_SHARPEST,
  PHOTO_SOFT,
  SRGB_CURVE,
} from './tuning.ts'

/** How sharp and how grainy a photo is. */
export type Photography = {
  /** The sigma of the blur of its edges, pixels. */
  blur: number
  /** The standard deviation of its grain, sRGB levels of luma. */
  grain: number
}

/** Pixels. Larger places are measured in bands of rows spread over them, which hold about so many together. */
const MOST = 120_000
const BAND = 40

/** Rows of a layer that are blurred at once. */
const SOFTENED_ROWS = 64

const MAX_BLUR = 4
const MAX_GRAIN = 9

/**
 * Measures a photo around the place of wearing: its blur by the ratio of gradients before and after a further blur
 * (Zhuo and Sim, "Defocus map estimation from a single image", Pattern Recognition 44, 2011), its grain by the median
 * response of a Laplacian that shading leaves near 0 (Immerkær, "Fast noise variance estimation", 1996).
 */
export function measurePhotography(picture: Picture, around: Box): Photography {
  const box = clampBox(around, picture)
  if (box.width < 8 || box.height < 8) return { blur: LAYER_BLUR, grain: 0 }
  const bands = bandsOf(box)
  const sigmas: number[] = []
  const responses = new Uint32Array(RESPONSES)
  for (const band of bands) {
    withArena(() => {
      const luma = readLuma(picture, band)
      readBlur(luma, band, sigmas)
      readGrain(luma, band, responses)
    })
  }
  return { blur: blurOf(sigmas), grain: grainOf(responses) }
}

function bandsOf(box: Box): Box[] {
  const count = Math.max(1, Math.floor(MOST / (BAND * box.width)))
  if (count * BAND >= box.height) return [box]
  return Array.from({ length: count }, (_, nth) => {
    const room = box.height - BAND
    const down = Math.floor(count === 1 ? room / 2 : (room * nth) / (count - 1))
    return { ...box, top: box.top + down, height: BAND }
  })
}

function readLuma({ width, data }: Picture, box: Box): Float32Array {
  const plane = new Float32Array(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const start = ((box.top + y) * width + box.left) * 4
    readLumaRow(data, start, plane.subarray(y * box.width, (y + 1) * box.width))
  }
  return plane
}

function readLumaRow(data: Uint8ClampedArray, start: number, to: Float32Array): void {
  for (let x = 0, from = start; x < to.length; x++, from += 4) {
    to[x] = luma(data[from]!, data[from + 1]!, data[from + 2]!)
  }
}

/** Adds the blur of each strong edge. */
function readBlur(luma: Float32Array, { width, height }: Box, sigmas: number[]): void {
  const softer = blur(luma, { width, height }, 1)
  for (let y = 1; y + 1 < height; y++) readBlurRow(luma, softer, y * width, width, sigmas)
}

function readBlurRow(
  luma: Float32Array,
  softer: Float32Array,
  row: number,
  width: number,
  sigmas: number[],
): void {
  for (let at = row + 1; at + 1 < row + width; at++) {
    const steep = gradient(luma, at, width)
    if (steep < PHOTO_EDGE) continue
    const ratio = steep / Math.max(0.5, gradient(softer, at, width))
    sigmas.push(
      ratio <= PHOTO_SOFT ? MAX_BLUR : Math.min(MAX_BLUR, 1 / Math.sqrt(ratio * ratio - 1)),
    )
  }
}

function blurOf(sigmas: readonly number[]): number {
  if (sigmas.length < 20) return LAYER_BLUR
  return quantileOrZero(sigmas, PHOTO_SHARPEST)
}

function gradient(plane: Float32Array, at: number, width: number): number {
  const across = plane[at + 1]! - plane[at - 1]!
  const down = plane[at + width]! - plane[at - width]!
  return Math.sqrt(across * across + down * down) / 2
}

/** Responses of the Laplacian are counted in eighths of a level, up to the greatest one: 8 · 255. */
const PARTS = 8
const RESPONSES = 8 * 255 * PARTS + 1

/** Counts the magnitude of the response of each pixel. */
function readGrain(luma: Float32Array, { width, height }: Box, responses: Uint32Array): void {
  for (let y = 1; y + 1 < height; y++) readGrainRow(luma, y * width, width, responses)
}

function readGrainRow(
  luma: Float32Array,
  row: number,
  width: number,
  responses: Uint32Array,
): void {
  for (let at = row + 1; at + 1 < row + width; at++) {
    const up = at - width
    const down = at + width
    const corners = luma[up - 1]! + luma[up + 1]! + luma[down - 1]! + luma[down + 1]!
    const sides = luma[up]! + luma[down]! + luma[at - 1]! + luma[at + 1]!
    const response = Math.round(PARTS * Math.abs(corners - 2 * sides + 4 * luma[at]!))
    responses[response] = responses[response]! + 1
  }
}

function grainOf(responses: Uint32Array): number {
  const half = responses.reduce((sum, count) => sum + count, 0) / 2
  let [median, below] = [0, responses[0]!]
  while (below <= half && median + 1 < RESPONSES) below += responses[++median]!
  // The mask's coefficients have a norm of 6.
  return Math.min(MAX_GRAIN, median / PARTS / 6 / MEDIAN_PER_SIGMA)
}

/** Gives a layer the sharpness and the grain of the photo. The layer is changed. */
export function matchPhoto(layer: Layer, photo: Photography): void {
  soften(layer, Math.sqrt(Math.max(0, photo.blur ** 2 - LAYER_BLUR ** 2)))
  addGrain(layer, photo.grain)
}

/** Blurs a layer a band of rows after the other, so that only a band of it is held twice. */
function soften({ box: { width, height }, data }: Layer, sigma: number): void {
  if (sigma < LEAST_SOFTENING) return
  const weights = gaussianWeights(sigma)
  const reach = weights.length - 1
  const row = 4 * width
  // The rows above a band as they were before they were blurred.
  let above = new Float32Array(0)
  for (let top = 0; top < height; top += SOFTENED_ROWS) {
    const bottom = Math.min(height, top + SOFTENED_ROWS)
    const below = Math.min(height, bottom + reach)
    withArena(() => {
      const size = { width: row, height: above.length / row + below - top }
      const [own, soft] = [allocPlane(row * size.height), allocPlane(row * size.height)]
      own.set(above)
      own.set(data.subarray(row * top, row * below), above.length)
      convolveView(viewOf(own, size), viewOf(soft, size), createConvolution(row, weights, 4))
      const start = above.length
      const end = start + row * (bottom - top)
      above = own.slice(Math.max(0, end - row * reach), end)
      data.set(soft.subarray(start, end), row * top)
    })
  }
}

/** Grain of equal sRGB levels is in linear light the stronger the brighter a pixel is: the slope of the sRGB curve. */
function addGrain({ data }: Layer, grain: number): void {
  if (grain < LEAST_GRAIN) return
  const { gamma, scale, darkest } = SRGB_CURVE
  const random = seededRandom()
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!
    if (alpha < GRAIN_ALPHA) continue
    // The sum of three uniform values is close to a Gaussian; its variance is 1/4.
    const levels = grain * 2 * (random() + random() + random() - 3 / 2)
    for (let c = 0; c < 3; c++) {
      const light = Math.max(0, data[i + c]! / alpha)
      const slope = (gamma / scale) * (light + darkest) ** ((gamma - 1) / gamma)
      data[i + c] = Math.max(0, data[i + c]! + alpha * slope * (levels / 255))
    }
  }
}
