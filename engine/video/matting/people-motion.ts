import { BLOCK, type Motion } from '../motion/estimate-motion.ts'
import type { SmallFrame } from '../shrink-frame.ts'
import { PEOPLE_LEAST_SHARE, PEOPLE_LEAST_WEIGHT, PEOPLE_PLAIN } from '../tuning.ts'

/**
 * How people moved, where they are and beside them. A block at an outline shows people and what is behind them, and
 * often has the vector of what is behind; carried along by that, a mask frays. It takes the mean vector of the people
 * in it and in the blocks around it.
 * @param alpha the share of people in the cells of the frame that the motion goes to
 */
export function peopleMotion(
  motion: Motion,
  { width, height, y }: SmallFrame,
  alpha: Float32Array,
): Motion {
  const { columns, rows } = motion
  const weights = new Float32Array(columns * rows)
  const within = (at: number, size: number): number =>
    Math.max(0, Math.min(size - BLOCK, Math.round(at)))
  for (let at = 0; at < weights.length; at++) {
    const [left, top] = [BLOCK * (at % columns), BLOCK * Math.floor(at / columns)]
    const own = within(top, height) * width + within(left, width)
    const there =
      within(top + motion.dy[at]!, height) * width + within(left + motion.dx[at]!, width)
    const share = meanOf(alpha, there, width)
    if (share < PEOPLE_LEAST_SHARE) continue
    const contrast = deviationOf(y, own, width)
    weights[at] = (share * (contrast / (contrast + PEOPLE_PLAIN))) ** 2
  }
  const [dx, dy] = [motion.dx.slice(), motion.dy.slice()]
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      let [sum, x, down] = [0, 0, 0]
      for (let v = Math.max(0, row - 1); v <= Math.min(rows - 1, row + 1); v++) {
        for (let u = Math.max(0, column - 1); u <= Math.min(columns - 1, column + 1); u++) {
          const near = v * columns + u
          const weight = weights[near]! * (near === at ? 2 : 1)
          sum += weight
          x += weight * motion.dx[near]!
          down += weight * motion.dy[near]!
        }
      }
      if (sum < PEOPLE_LEAST_WEIGHT) continue
      dx[at] = x / sum
      dy[at] = down / sum
    }
  }
  return { ...motion, dx, dy }
}

/** The mean over a block from a cell on. */
function meanOf(plane: Float32Array | Uint8Array, from: number, width: number): number {
  let sum = 0
  for (let row = from; row < from + BLOCK * width; row += width) {
    for (let at = row; at < row + BLOCK; at++) sum += plane[at]!
  }
  return sum / (BLOCK * BLOCK)
}

/** The standard deviation over a block from a cell on. */
function deviationOf(plane: Uint8Array, from: number, width: number): number {
  const mean = meanOf(plane, from, width)
  let sum = 0
  for (let row = from; row < from + BLOCK * width; row += width) {
    for (let at = row; at < row + BLOCK; at++) sum += (plane[at]! - mean) ** 2
  }
  return Math.sqrt(sum / (BLOCK * BLOCK))
}
