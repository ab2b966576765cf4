import { BLOCK, type Motion } from './estimate-motion.ts'

type Grid = { width: number; height: number }

/**
 * A plane as motion has moved it: for every pixel the value of where its content was. Vectors are interpolated between
 * the centres of blocks, values between pixels.
 */
export function followMotion(
  plane: Float32Array,
  { width, height }: Grid,
  motion: Motion,
): Float32Array {
  const out = plane.slice()
  const { columns, rows, dx, dy } = motion
  for (let y = 0, at = 0; y < height; y++) {
    const blockY = Math.max(0, Math.min(rows - 1, (y + 0.5) / BLOCK - 0.5))
    const upper = Math.floor(blockY)
    const lower = Math.min(rows - 1, upper + 1)
    const down = blockY - upper
    for (let first = 0, x = 0; x < width; first++) {
      const next = Math.min(columns - 1, first + 1)
      const end = next === first ? width : Math.min(width, (first + 1.5) * BLOCK)
      const [a, b] = [upper * columns + first, upper * columns + next]
      const [c, d] = [lower * columns + first, lower * columns + next]
      const isStill = dx[a] === 0 && dx[b] === 0 && dx[c] === 0 && dx[d] === 0
      if (isStill && dy[a] === 0 && dy[b] === 0 && dy[c] === 0 && dy[d] === 0) {
        at += end - x
        x = end
        continue
      }
      // Vectors change evenly along a row of a segment.
      const [fromX, toX] = [mix(dx[a]!, dx[c]!, down), mix(dx[b]!, dx[d]!, down)]
      const [fromY, toY] = [mix(dy[a]!, dy[c]!, down), mix(dy[b]!, dy[d]!, down)]
      for (; x < end; x++, at++) {
        const right = Math.max(0, (x + 0.5) / BLOCK - 0.5 - first)
        const atX = x + fromX + (toX - fromX) * right
        const atY = y + fromY + (toY - fromY) * right
        if (atX < 0 || atY < 0 || atX >= width - 1 || atY >= height - 1) {
          out[at] = sample(plane, width, height, atX, atY)
          continue
        }
        // Inside the plane every neighbour is there.
        const [column, line] = [atX | 0, atY | 0]
        const from = line * width + column
        const beside = atX - column
        const above = plane[from]! * (1 - beside) + plane[from + 1]! * beside
        const below = plane[from + width]! * (1 - beside) + plane[from + width + 1]! * beside
        out[at] = above + (below - above) * (atY - line)
      }
    }
  }
  return out
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share
}

function sample(plane: Float32Array, width: number, height: number, x: number, y: number): number {
  const inX = Math.min(width - 1, Math.max(0, x))
  const inY = Math.min(height - 1, Math.max(0, y))
  const left = Math.floor(inX)
  const top = Math.floor(inY)
  const beside = left + 1 < width ? 1 : 0
  const below = top + 1 < height ? width : 0
  const at = top * width + left
  const right = inX - left
  const upper = plane[at]! * (1 - right) + plane[at + beside]! * right
  const lower = plane[at + below]! * (1 - right) + plane[at + below + beside]! * right
  return upper + (lower - upper) * (inY - top)
}
