import type { Size } from '../geometry/size.ts'

/** Central differences of the mean of two planes, in levels per pixel; edges repeat. */
export function centralDifferences(a: Float32Array, b: Float32Array, { width, height }: Size) {
  const gx = new Float32Array(a.length)
  const gy = new Float32Array(a.length)
  for (let y = 0; y < height; y++) {
    const up = y > 0 ? -width : 0
    const down = y + 1 < height ? width : 0
    for (let i = y * width, x = 0; x < width; x++, i++) {
      const left = x > 0 ? i - 1 : i
      const right = x + 1 < width ? i + 1 : i
      gx[i] = (a[right]! - a[left]! + b[right]! - b[left]!) / 4
      gy[i] = (a[i + down]! - a[i + up]! + b[i + down]! - b[i + up]!) / 4
    }
  }
  return { gx, gy }
}
