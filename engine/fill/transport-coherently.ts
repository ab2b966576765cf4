import { luma } from '../raster/colour/luma.ts'
import { KNOWN, type Level, TARGET } from './level.ts'
import {
  TENSOR_REACH,
  TENSOR_SIGMA,
  TRANSPORT_AGREEMENT,
  TRANSPORT_COHERENCE,
  TRANSPORT_RADIUS,
  TRANSPORT_SHARPNESS,
} from './tuning.ts'

/** Across an edge a coloured pixel counts next to nothing, but more than none at all. */
const LEAST = 1e-9

type Offset = { dx: number; dy: number; inverse: number }

const NEIGHBOURHOOD: readonly Offset[] = square(TRANSPORT_RADIUS).flatMap(({ dx, dy }) => {
  const distance = Math.hypot(dx, dy)
  return distance === 0 || distance > TRANSPORT_RADIUS + 0.5
    ? []
    : [{ dx, dy, inverse: 1 / distance }]
})

const WINDOW = Float32Array.from(square(TENSOR_REACH), ({ dx, dy }) =>
  Math.exp(-(dx * dx + dy * dy) / (2 * TENSOR_SIGMA ** 2)),
)

function square(reach: number): { dx: number; dy: number }[] {
  const side = 2 * reach + 1
  return Array.from({ length: side * side }, (_, n) => ({
    dx: (n % side) - reach,
    dy: Math.floor(n / side) - reach,
  }))
}

/** Luma of what is coloured so far, and the products of its gradients where all four neighbours are coloured. */
type Coloured = {
  is: Uint8Array
  luma: Float32Array
  /** 1 where the products are known. */
  hasGradient: Uint8Array
  xx: Float32Array
  xy: Float32Array
  yy: Float32Array
}

/**
 * Colours the target by coherence transport (Bornemann and März 2007, "Fast image inpainting based on coherence
 * transport"): from the boundary inwards, each pixel takes a mean of the coloured ones around it, weighted towards
 * those that lie in the direction in which the picture is coherent there. Edges that enter the target go on in it;
 * where there are none the colours spread evenly. Changes the colours of target pixels.
 * @returns how far each target pixel followed an edge, 0-1
 */
export function transportCoherently(level: Level): Float32Array {
  const { width, height, state } = level
  const followed = new Float32Array(state.length)
  const coloured = beginColoured(level)
  for (const i of inwards(state, width, height)) {
    const x = i % width
    const y = (i - x) / width
    const along = coherenceAt(level, coloured, x, y)
    followed[i] = (along.sharpness - 1) / TRANSPORT_SHARPNESS
    if (!colour(level, coloured, x, y, along)) continue
    coloured.is[i] = 1
    coloured.luma[i] = lumaAt(level, i)
    for (const k of [i, i - 1, i + 1, i - width, i + width]) noteGradient(level, coloured, k)
  }
  return followed
}

function beginColoured(level: Level): Coloured {
  const { state } = level
  const plane = (): Float32Array => new Float32Array(state.length)
  const coloured = {
    is: state.map((is) => (is === KNOWN ? 1 : 0)),
    luma: plane().map((_, i) => lumaAt(level, i)),
    hasGradient: new Uint8Array(state.length),
    xx: plane(),
    xy: plane(),
    yy: plane(),
  }
  for (let i = 0; i < state.length; i++) noteGradient(level, coloured, i)
  return coloured
}

function lumaAt({ rgb }: Level, i: number): number {
  return luma(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!)
}

function noteGradient({ width, height }: Level, coloured: Coloured, i: number): void {
  const { is, luma, hasGradient, xx, xy, yy } = coloured
  const x = i % width
  if (x === 0 || x === width - 1 || i < width || i >= width * (height - 1) || hasGradient[i]) return
  if (!is[i] || !is[i - 1] || !is[i + 1] || !is[i - width] || !is[i + width]) return
  const gx = (luma[i + 1]! - luma[i - 1]!) / 2
  const gy = (luma[i + width]! - luma[i - width]!) / 2
  hasGradient[i] = 1
  xx[i] = gx * gx
  xy[i] = gx * gy
  yy[i] = gy * gy
}

/** The direction along the edges around a pixel, a unit vector, and how sharply to follow it. */
function coherenceAt(
  { width, height }: Level,
  { hasGradient, xx, xy, yy }: Coloured,
  x: number,
  y: number,
): { x: number; y: number; sharpness: number } {
  let [a, b, c, total] = [0, 0, 0, 0]
  const bottom = Math.min(height - 1, y + TENSOR_REACH)
  const right = Math.min(width - 1, x + TENSOR_REACH)
  for (let ty = Math.max(0, y - TENSOR_REACH); ty <= bottom; ty++) {
    const row = (ty - y + TENSOR_REACH) * (2 * TENSOR_REACH + 1) + TENSOR_REACH - x
    for (let tx = Math.max(0, x - TENSOR_REACH); tx <= right; tx++) {
      const k = ty * width + tx
      if (!hasGradient[k]) continue
      const weight = WINDOW[row + tx]!
      a += weight * xx[k]!
      b += weight * xy[k]!
      c += weight * yy[k]!
      total += weight
    }
  }
  const root = Math.sqrt((a - c) ** 2 + 4 * b * b)
  if (!(root > 0)) return { x: 1, y: 0, sharpness: 1 }
  const coherence = root / total
  const agreement = (root / (a + c)) ** TRANSPORT_AGREEMENT
  // The eigenvector of the smaller eigenvalue lies along the edge.
  const angle = 0.5 * Math.atan2(2 * b, a - c) + Math.PI / 2
  const sharpness =
    1 + TRANSPORT_SHARPNESS * agreement * Math.exp(-((TRANSPORT_COHERENCE / coherence) ** 2))
  return { x: Math.cos(angle), y: Math.sin(angle), sharpness }
}

/** Colours a pixel with the mean of the coloured ones around it; false where there is none. */
function colour(
  { width, height, rgb }: Level,
  { is }: Coloured,
  x: number,
  y: number,
  along: { x: number; y: number; sharpness: number },
): boolean {
  let [sum, r, g, b] = [0, 0, 0, 0]
  for (const { dx, dy, inverse } of NEIGHBOURHOOD) {
    if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue
    const k = (y + dy) * width + x + dx
    if (!is[k]) continue
    const across = ((dx * along.y - dy * along.x) * along.sharpness) / TRANSPORT_RADIUS
    const weight = inverse * (LEAST + Math.exp(-0.5 * across * across))
    sum += weight
    r += weight * rgb[3 * k]!
    g += weight * rgb[3 * k + 1]!
    b += weight * rgb[3 * k + 2]!
  }
  if (sum === 0) return false
  const i = 3 * (y * width + x)
  rgb[i] = r / sum
  rgb[i + 1] = g / sum
  rgb[i + 2] = b / sum
  return true
}

/** Target pixels by their distance from what is known (chamfering, Borgefors 1986), the nearest first. */
function inwards(state: Uint8Array, width: number, height: number): number[] {
  const far = width + height
  // With a frame of one pixel, which is not known.
  const row = width + 2
  const distance = new Float32Array(row * (height + 2)).fill(far)
  const targets: { i: number; at: number }[] = []
  for (let y = 0, i = 0; y < height; y++) {
    for (let at = (y + 1) * row + 1; at <= (y + 1) * row + width; at++, i++) {
      if (state[i] === KNOWN) distance[at] = 0
      if (state[i] === TARGET) targets.push({ i, at })
    }
  }
  const near = (at: number, step: number): number =>
    Math.min(
      distance[at]!,
      Math.min(distance[at - step]!, distance[at - step * row]!) + 1,
      Math.min(distance[at - step * (row - 1)]!, distance[at - step * (row + 1)]!) + Math.SQRT2,
    )
  for (let at = row + 1; at < distance.length - row - 1; at++) distance[at] = near(at, 1)
  for (let at = distance.length - row - 2; at > row; at--) distance[at] = near(at, -1)
  return targets.toSorted((a, b) => distance[a.at]! - distance[b.at]!).map(({ i }) => i)
}
