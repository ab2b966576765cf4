import type { Size } from '../skin/blur.ts'

/**
 * The morphological opening of a plane: what is left when everything brighter than its surroundings and narrower than
 * 2 × `radius` + 1 pixels is taken off. A bright side of an edge stays as it is. Square window, edges repeated.
 */
export function opening(data: Float32Array, size: Size, radius: number): Float32Array {
  const low = across(across(data, size, radius, Math.min), size, radius, Math.min, true)
  return across(across(low, size, radius, Math.max), size, radius, Math.max, true)
}

/** The least or largest value of a window along rows or, with `down`, along columns. */
function across(
  data: Float32Array,
  { width, height }: Size,
  radius: number,
  pick: (a: number, b: number) => number,
  down = false,
): Float32Array {
  const out = new Float32Array(data.length)
  const [lines, length, step, stride] = down ? [width, height, width, 1] : [height, width, 1, width]
  for (let line = 0; line < lines; line++) {
    const start = line * stride
    for (let i = 0; i < length; i++) {
      let best = data[start + i * step]!
      const last = Math.min(length - 1, i + radius)
      for (let k = Math.max(0, i - radius); k <= last; k++)
        best = pick(best, data[start + k * step]!)
      out[start + i * step] = best
    }
  }
  return out
}
