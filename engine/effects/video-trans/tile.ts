import type { Size } from '../../geometry/size.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import { type MotionField, motionAlongRow } from '../../video/motion/motion-field.ts'
import type { Carried } from './carried-field.ts'
import { NOISE, PAPER, TILE_BINS, TILE_BOX, TILE_SIDE } from './tuning.ts'

/** A texture without seams, 0–1; its side is a power of two. */
export type Tile = { side: number; values: Float32Array }

/**
 * Noise whose grains have about `size` pixels, with equally many of all values: the share of a tile below a threshold
 * is the threshold.
 */
export function noiseTile(size: number, seed: number): Tile {
  const random = seededRandom(seed)
  const white = Float32Array.from({ length: TILE_SIDE * TILE_SIDE }, () => random() - 0.5)
  const fine = wrapBlur(white, Math.max(NOISE.leastSigma, size / NOISE.fine))
  const broad = wrapBlur(fine, size)
  const band = fine.map((value, at) => value - NOISE.withoutBroad * broad[at]!)
  return { side: TILE_SIDE, values: equalise(band) }
}

/** Paper with a tooth: grain at three sizes. */
export function paperTile(size: number, seed: number): Tile {
  const parts = [
    noiseTile(size, seed),
    noiseTile(size * PAPER.middle.size, seed + 1),
    noiseTile(size * PAPER.coarse.size, seed + 2),
  ]
  const [a, b, c] = parts as [Tile, Tile, Tile]
  const sum = a.values.map(
    (value, at) => value + PAPER.middle.by * b.values[at]! + PAPER.coarse.by * c.values[at]!,
  )
  return { side: TILE_SIDE, values: equalise(sum) }
}

/** Values by their rank, 0–1. */
function equalise(values: Float32Array): Float32Array {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  const scale = (TILE_BINS - 1) / (most - least || 1)
  const ranks = new Float32Array(TILE_BINS + 1)
  for (const value of values) ranks[Math.floor((value - least) * scale) + 1]!++
  for (let bin = 1; bin <= TILE_BINS; bin++) ranks[bin] = ranks[bin]! + ranks[bin - 1]!
  return values.map((value) => {
    const bin = (value - least) * scale
    const below = ranks[Math.floor(bin)]!
    return (below + (ranks[Math.floor(bin) + 1]! - below) * (bin % 1)) / values.length
  })
}

/** Three box blurs, each way around the edges of a tile: near to a Gaussian. */
function wrapBlur(values: Float32Array, sigma: number): Float32Array {
  const radius = Math.max(1, Math.round(sigma * TILE_BOX))
  let from = values
  for (let pass = 0; pass < 3; pass++) {
    from = boxBlur(from, radius, 1, TILE_SIDE)
    from = boxBlur(from, radius, TILE_SIDE, 1)
  }
  return from
}

function boxBlur(from: Float32Array, radius: number, along: number, across: number): Float32Array {
  const to = new Float32Array(from.length)
  const mask = TILE_SIDE - 1
  for (let line = 0; line < TILE_SIDE; line++) {
    const base = line * across
    let sum = 0
    for (let at = -radius; at <= radius; at++) sum += from[base + (at & mask) * along]!
    for (let at = 0; at < TILE_SIDE; at++) {
      to[base + at * along] = sum / (2 * radius + 1)
      sum +=
        from[base + ((at + radius + 1) & mask) * along]! -
        from[base + ((at - radius) & mask) * along]!
    }
  }
  return to
}

/** A tile's value at a position, bilinear. */
export function tileAt(values: Float32Array, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const right = x - left
  const down = y - top
  const mask = TILE_SIDE - 1
  const upper = (top & mask) * TILE_SIDE
  const a = values[upper + (left & mask)]!
  if (right === 0 && down === 0) return a
  const lower = ((top + 1) & mask) * TILE_SIDE
  const b = values[upper + ((left + 1) & mask)]!
  const c = values[lower + (left & mask)]!
  const d = values[lower + ((left + 1) & mask)]!
  const first = a + (b - a) * right
  return first + (c + (d - c) * right - first) * down
}

/** What is drawn at a place of the texture that lies over pixel `at`. */
export type Ink = (x: number, y: number, at: number) => number

/** Draws by what is carried along over a plane, and while coordinates are laid anew by both of them. */
export function drawCarried(
  { field, fresh }: Carried,
  size: Size,
  to: Float32Array,
  ink: Ink,
): void {
  drawField(field, size, to, ink)
  if (!fresh) return
  const { share } = fresh
  drawField(fresh.field, size, to, (x, y, at) => to[at]! + share * (ink(x, y, at) - to[at]!))
}

function drawField(field: MotionField, { width, height }: Size, to: Float32Array, ink: Ink): void {
  const atX = new Float32Array(width)
  const atY = new Float32Array(width)
  for (let y = 0, at = 0; y < height; y++) {
    motionAlongRow(field, width, y, atX, atY)
    for (let x = 0; x < width; x++, at++) to[at] = ink(atX[x]!, atY[x]!, at)
  }
}

/** A tile that stays with the page, over a plane. */
export function layPage({ values }: Tile, { width, height }: Size, to: Float32Array): void {
  for (let y = 0; y < height; y++) {
    const row = (y & (TILE_SIDE - 1)) * TILE_SIDE
    for (let x = 0; x < width; x += TILE_SIDE) {
      to.set(values.subarray(row, row + Math.min(TILE_SIDE, width - x)), y * width + x)
    }
  }
}
