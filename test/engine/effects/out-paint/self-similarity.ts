import type { Box } from '../../../../engine/geometry/box.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'

/** Side of the blocks that are compared, and the steps at which others are looked for, in pixels. */
const BLOCK = 12
const STEP = 2

/** Blocks with less contrast (standard deviation, levels of green) hold nothing that could repeat. */
const MIN_CONTRAST = 4

/** Correlation from which two blocks are the same thing. */
const SAME = 0.95

/**
 * The share of the blocks of a part of a picture that occur again in it, elsewhere than right beside: 1 for what was
 * tiled, nearly 0 for a photograph of grass. By normalised cross-correlation.
 */
export function selfSimilarity(picture: Picture, { left, top, width, height }: Box): number {
  const blocks: { x: number; y: number; values: Float32Array }[] = []
  for (let y = top; y + BLOCK <= top + height; y += STEP) {
    for (let x = left; x + BLOCK <= left + width; x += STEP) {
      const values = normalised(picture, x, y)
      if (values) blocks.push({ x, y, values })
    }
  }
  const asked = blocks.filter(({ x, y }) => (x - left) % BLOCK === 0 && (y - top) % BLOCK === 0)
  if (asked.length === 0) return 0
  const repeated = asked.filter(({ x, y, values }) =>
    blocks.some(
      (other) =>
        Math.abs(other.x - x) + Math.abs(other.y - y) > BLOCK && correlate(values, other.values),
    ),
  )
  return repeated.length / asked.length
}

function correlate(a: Float32Array, b: Float32Array): boolean {
  let sum = 0
  for (let n = 0; n < a.length; n++) sum += a[n]! * b[n]!
  return sum > SAME
}

/** A block less its mean, of length 1; undefined where it is plain. */
function normalised({ width, data }: Picture, x: number, y: number): Float32Array | undefined {
  const values = new Float32Array(BLOCK * BLOCK)
  for (let n = 0; n < values.length; n++) {
    values[n] = data[4 * ((y + Math.floor(n / BLOCK)) * width + x + (n % BLOCK)) + 1]!
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const length = Math.hypot(...values.map((value) => value - mean))
  if (length < MIN_CONTRAST * BLOCK) return undefined
  return values.map((value) => (value - mean) / length)
}
