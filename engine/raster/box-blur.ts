/** One plane of numbers, rows from the top. */
export type Plane = { width: number; height: number; data: Float32Array }

/** Mean over a (2r+1)² window, edges repeated; cost does not depend on `radius` (whole pixels). */
export function boxBlur(plane: Plane, radius: number): Plane {
  if (radius < 1) return { ...plane, data: plane.data.slice() }
  const { width, height } = plane
  const rows = new Float32Array(width * height)
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) blurLine(plane.data, rows, y * width, 1, width, radius)
  for (let x = 0; x < width; x++) blurLine(rows, out, x, width, height, radius)
  return { width, height, data: out }
}

function blurLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  stride: number,
  length: number,
  radius: number,
): void {
  const last = length - 1
  const at = (i: number) => from[start + Math.min(last, Math.max(0, i)) * stride]!
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += at(i)
  const scale = 1 / (2 * radius + 1)
  for (let i = 0; i < length; i++) {
    to[start + i * stride] = sum * scale
    sum += at(i + radius + 1) - at(i - radius)
  }
}
