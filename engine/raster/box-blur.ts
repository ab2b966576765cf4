/** One plane of numbers, rows from the top. */
export type Plane = { width: number; height: number; data: Float32Array }

/** Mean over a (2r+1)² window, edges repeated; cost does not depend on `radius` (whole pixels). */
export function boxBlur(plane: Plane, radius: number): Plane {
  if (radius < 1) return { ...plane, data: plane.data.slice() }
  const { width, height } = plane
  const rows = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const [from, end] = [y * width, (y + 1) * width]
    blurRow(plane.data.subarray(from, end), rows.subarray(from, end), radius)
  }
  return { width, height, data: blurDown({ width, height, data: rows }, radius) }
}

function blurRow(from: Float32Array, to: Float32Array, radius: number): void {
  const last = from.length - 1
  const scale = 1 / (2 * radius + 1)
  let sum = (radius + 1) * from[0]!
  for (let i = 1; i <= radius; i++) sum += from[Math.min(last, i)]!
  for (let i = 0; i <= last; i++) {
    to[i] = sum * scale
    sum += from[Math.min(last, i + radius + 1)]! - from[Math.max(0, i - radius)]!
  }
}

/** All columns at once, from row to row. */
function blurDown({ width, height, data }: Plane, radius: number): Float32Array {
  const out = new Float32Array(width * height)
  const row = (y: number): Float32Array => {
    const from = Math.min(height - 1, Math.max(0, y)) * width
    return data.subarray(from, from + width)
  }
  const sums = new Float64Array(width)
  for (let y = -radius; y <= radius; y++) addRow(sums, row(y), 1)
  for (let y = 0; y < height; y++) {
    putRow(out.subarray(y * width, (y + 1) * width), sums, 1 / (2 * radius + 1))
    addRow(sums, row(y + radius + 1), 1)
    addRow(sums, row(y - radius), -1)
  }
  return out
}

function addRow(sums: Float64Array, row: Float32Array, times: number): void {
  for (let x = 0; x < row.length; x++) sums[x] = sums[x]! + times * row[x]!
}

function putRow(to: Float32Array, sums: Float64Array, scale: number): void {
  for (let x = 0; x < to.length; x++) to[x] = sums[x]! * scale
}
