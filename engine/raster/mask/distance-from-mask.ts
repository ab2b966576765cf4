import type { Mask } from '../picture.ts'
import type { Displacement } from '../warp/displacement.ts'

/**
 * For each node of a field its distance to the cells in which a mask reaches `level`, in pixels, by chamfering
 * (Borgefors 1986).
 * @param most the distance of nodes that are farther away
 */
export function distanceFromMask(
  { width, height, data }: Mask,
  level: number,
  { step, cols, rows }: Displacement,
  most: number,
): Float32Array {
  const distances = new Float32Array(cols * rows).fill(most)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / step) * cols
    for (let left = 0, a = row; left < width; left += step, a++) {
      const right = Math.min(width, left + step)
      if (!reaches(data, level, y * width + left, y * width + right)) continue
      distances[a] = distances[a + 1] = distances[a + cols] = distances[a + cols + 1] = 0
    }
  }
  sweep(distances, cols, step, 1)
  sweep(distances, cols, step, -1)
  return distances
}

/** Whether a value from one place to before another reaches a level. */
function reaches(data: Uint8Array, level: number, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (data[at]! >= level) return true
  return false
}

/** One pass over all nodes, in reading order or backwards: each looks at the four neighbours passed before it. */
function sweep(distances: Float32Array, cols: number, step: number, by: 1 | -1): void {
  const { length } = distances
  const diagonal = step * Math.SQRT2
  for (let n = 0; n < length; n++) {
    const i = by === 1 ? n : length - 1 - n
    const column = by === 1 ? i % cols : cols - 1 - (i % cols)
    const hasRowBefore = n >= cols
    let least = distances[i]!
    if (column > 0) least = Math.min(least, distances[i - by]! + step)
    if (hasRowBefore) least = Math.min(least, distances[i - by * cols]! + step)
    if (hasRowBefore && column > 0)
      least = Math.min(least, distances[i - by * (cols + 1)]! + diagonal)
    if (hasRowBefore && column + 1 < cols)
      least = Math.min(least, distances[i - by * (cols - 1)]! + diagonal)
    distances[i] = least
  }
}
