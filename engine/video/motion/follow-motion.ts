import type { Size } from '../../geometry/size.ts'
import {
  addressOf,
  allocPlane,
  instantiateKernel,
  toArena,
  withArena,
  writeThroughArena,
} from '../../raster/arena.ts'
import { FOLLOW_ROW } from '../../raster/simd/follow-row.ts'
import { COPY_BYTES } from '../../raster/simd/move-bytes.ts'
import { BLOCK, type Motion } from './estimate-motion.ts'

/**
 * A plane as motion has moved it: for every pixel the value of where its content was. Vectors are interpolated between
 * the centres of blocks, values between pixels.
 * @param size of the plane, 2 at least along each side
 * @param to where it is written
 */
export function followMotion(
  plane: Float32Array,
  { width, height }: Size,
  motion: Motion,
  to: Float32Array = new Float32Array(plane.length),
): Float32Array {
  withArena(() => {
    const from = addressOf(toArena(plane))
    writeThroughArena(to, (out) => {
      const along = vectorsOfRows(motion)
      const followRow = instantiateKernel(FOLLOW_ROW)
      const copy = instantiateKernel(COPY_BYTES)
      for (let y = 0; y < height; y++) {
        const row = 4 * y * width
        const vectors = along(y)
        if (vectors) followRow(addressOf(out) + row, from, width, height, y, ...vectors)
        else copy(addressOf(out) + row, from + row, 4 * width)
      }
    })
  })
  return to
}

/** Gives the addresses of a row's vectors, see {@link FOLLOW_ROW}, or undefined where nothing in it moves. */
function vectorsOfRows({ columns, rows, dx, dy }: Motion) {
  const [alongX, alongY] = [allocPlane(columns + 1), allocPlane(columns + 1)]
  return (y: number): [alongX: number, alongY: number] | undefined => {
    const blockY = Math.max(0, Math.min(rows - 1, (y + 0.5) / BLOCK - 0.5))
    const upper = Math.floor(blockY)
    const lower = Math.min(rows - 1, upper + 1)
    const down = blockY - upper
    let isMoving = false
    for (let column = 0; column < columns; column++) {
      const [above, below] = [upper * columns + column, lower * columns + column]
      const x = mix(dx[above]!, dx[below]!, down)
      const y = mix(dy[above]!, dy[below]!, down)
      alongX[column] = x
      alongY[column] = y
      isMoving ||= x !== 0 || y !== 0
    }
    if (!isMoving) return undefined
    alongX[columns] = alongX[columns - 1]!
    alongY[columns] = alongY[columns - 1]!
    return [addressOf(alongX), addressOf(alongY)]
  }
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share
}
