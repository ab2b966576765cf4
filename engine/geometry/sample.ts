import type { Size } from './size.ts'

/**
 * Values of a grid, row by row. Of more kinds of arrays than these the engine's compiler gives up to tell which one
 * it reads, and a sample takes twice to five times as long (measured with five).
 */
type Grid = Float32Array | Float64Array | Uint8Array | Uint8ClampedArray

/** The two neighbours in a line of values that a place lies between, and how far it is from the first, 0–1. */
export type Stop = { first: number; next: number; part: number }

/**
 * The stop of a place in a line of `count` values, which stand at whole numbers; beyond the ends the last one repeats.
 * @param into what is written and returned
 */
export function stopClamped(
  at: number,
  count: number,
  into: Stop = { first: 0, next: 0, part: 0 },
): Stop {
  const last = count - 1
  const inside = at > 0 ? (at < last ? at : last) : 0
  const first = Math.floor(inside)
  into.first = first
  into.next = first < last ? first + 1 : first
  into.part = inside - first
  return into
}

/** How much the first (`nth` 0) or the next one (1) of a stop counts. */
export function stopShare({ part }: Stop, nth: number): number {
  return nth === 0 ? 1 - part : part
}

/** The stops of a line's `count` values in one of `over` values that covers the same stretch; ends repeat. */
export function stretchedStops(count: number, over: number): Stop[] {
  return Array.from({ length: count }, (_, n) =>
    stopClamped(((n + 0.5) * over) / count - 0.5, over),
  )
}

/**
 * The bilinear value between four of a grid, row by row.
 * @param channels values that each place of the grid has, of which `channel` is asked for
 */
export function blendStops(
  data: Grid,
  width: number,
  column: Stop,
  row: Stop,
  channels = 1,
  channel = 0,
): number {
  const above = row.first * width
  const below = row.next * width
  const a = data[(above + column.first) * channels + channel]!
  const b = data[(above + column.next) * channels + channel]!
  const c = data[(below + column.first) * channels + channel]!
  const d = data[(below + column.next) * channels + channel]!
  const upper = a + (b - a) * column.part
  const lower = c + (d - c) * column.part
  return upper + (lower - upper) * row.part
}

/** The bilinear value of a plane at (x, y). Pixel centres lie at whole numbers; beyond the edge its values repeat. */
export function sampleClamped(data: Grid, { width, height }: Size, x: number, y: number): number {
  const inX = x > 0 ? (x < width - 1 ? x : width - 1) : 0
  const inY = y > 0 ? (y < height - 1 ? y : height - 1) : 0
  const left = Math.floor(inX)
  const top = Math.floor(inY)
  const at = top * width + left
  const right = left + 1 < width ? 1 : 0
  const below = top + 1 < height ? at + width : at
  const part = inX - left
  const upper = data[at]! + (data[at + right]! - data[at]!) * part
  const lower = data[below]! + (data[below + right]! - data[below]!) * part
  return upper + (lower - upper) * (inY - top)
}

/** {@link sampleClamped} where the plane's pixels are, half a pixel around their centres; 0 beyond. */
export function sampleOrZero(data: Grid, size: Size, x: number, y: number): number {
  if (x < -0.5 || y < -0.5 || x > size.width - 0.5 || y > size.height - 0.5) return 0
  return sampleClamped(data, size, x, y)
}

/** {@link sampleClamped} of a plane with a rim of zeros, towards which its edge fades over a pixel. */
export function sampleFading(data: Grid, size: Size, x: number, y: number): number {
  const share = (at: number, count: number) =>
    Math.min(1, Math.max(0, Math.min(at + 1, count - at)))
  return sampleClamped(data, size, x, y) * share(x, size.width) * share(y, size.height)
}
