import { takePlane } from '../../raster/plane-room.ts'
import type { Size } from './blur.ts'

/** The mean of each 2 × 2 pixels; `half` is the size of the result, rounded up. */
export function halve(data: Float32Array, { width, height }: Size, half: Size): Float32Array {
  const out = takePlane(half.width * half.height)
  const whole = width >> 1
  for (let y = 0, at = 0; y < half.height; y++) {
    let top = 2 * y * width
    let bottom = Math.min(height - 1, 2 * y + 1) * width
    for (let x = 0; x < whole; x++, top += 2, bottom += 2) {
      out[at++] = (data[top]! + data[top + 1]! + data[bottom]! + data[bottom + 1]!) / 4
    }
    if (whole < half.width) out[at++] = (data[top]! + data[bottom]!) / 2
  }
  return out
}

/** The plane that {@link halve} made small at its former size, bilinear. */
export function double(data: Float32Array, half: Size, { width, height }: Size): Float32Array {
  const out = takePlane(width * height)
  const mixed = new Float32Array(half.width + 1)
  for (let y = 0, at = 0; y < height; y++) {
    const near = (y >> 1) * half.width
    const other = Math.min(half.height - 1, Math.max(0, (y >> 1) + (y & 1 ? 1 : -1))) * half.width
    for (let x = 0; x < half.width; x++) mixed[x] = 0.75 * data[near + x]! + 0.25 * data[other + x]!
    mixed[half.width] = mixed[half.width - 1]!
    let before = mixed[0]!
    let here = before
    for (let x = 1; x <= half.width; x++) {
      const next = mixed[x]!
      out[at++] = 0.75 * here + 0.25 * before
      if (x < half.width || (width & 1) === 0) out[at++] = 0.75 * here + 0.25 * next
      before = here
      here = next
    }
  }
  return out
}
