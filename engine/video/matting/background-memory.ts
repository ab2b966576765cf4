import { smoothstep } from '../../geometry/smoothstep.ts'
import {
  addressOf,
  instantiateKernel,
  toArena,
  toArenaBytes,
  withArena,
} from '../../raster/arena.ts'
import { LEARN_LEVELS, MARK_KNOWN } from '../../raster/simd/learn-levels.ts'
import type { FramePool } from '../frame-pool.ts'
import type { Motion } from '../motion/estimate-motion.ts'
import type { SmallFrame } from '../shrink-frame.ts'
import { MEMORY_BACKGROUND, MEMORY_MOVING } from '../tuning.ts'

/** What stood behind the people when it was last seen, on the grid of a region, while the camera stands still. */
export type BackgroundMemory = {
  /**
   * Takes what a frame shows, and how far each cell is person.
   * @param motion since the frame before; where the camera moved, all is forgotten
   */
  see(small: SmallFrame, alpha: Float32Array, motion: Motion | undefined): void
  /**
   * What its colour says of a cell: 1 that it is surely not the background, −1 that it looks like it, 0 nothing. A
   * person may look like the background, so that −1 is a hint only.
   */
  judge(small: SmallFrame, at: number): number
  /** Forgets all, because another region is looked at. */
  forget(): void
}

/** What is known is finer than levels by two to the power of this. */
const FINE = 6

/** Levels by which a cell is like the background, and from which on it is surely something else. */
const [ALIKE, UNLIKE, OTHER] = [4, 12, 28]

/**
 * A memory without anything in it.
 * @param length cells of its grid, a multiple of eight
 * @param pool of the memory of kernels, which it belongs to
 */
export function backgroundMemory(length: number, pool: FramePool): BackgroundMemory {
  const plane = (): Int16Array => {
    const { buffer, byteOffset } = pool.take(2 * length)
    return new Int16Array(buffer, byteOffset, length)
  }
  const [y, u, v, known] = [plane(), plane(), plane(), plane()]
  known.fill(0)
  return {
    see: (small, alpha, motion) => {
      if (motion && isCameraMoving(motion)) known.fill(0)
      withArena(() => {
        const learn = instantiateKernel(LEARN_LEVELS)
        const alphas = addressOf(toArena(alpha))
        for (const [learnt, levels] of [
          [y, small.y],
          [u, small.u],
          [v, small.v],
        ] as const) {
          const from = addressOf(toArenaBytes(levels))
          learn(addressOf(learnt), from, addressOf(known), alphas, MEMORY_BACKGROUND, length)
        }
        instantiateKernel(MARK_KNOWN)(addressOf(known), alphas, MEMORY_BACKGROUND, length)
      })
    },
    judge: (small, at) => {
      if (known[at] === 0) return 0
      // Differences of colour are smaller than those of brightness.
      const sum =
        Math.abs((small.y[at]! << FINE) - y[at]!) +
        2 * (Math.abs((small.u[at]! << FINE) - u[at]!) + Math.abs((small.v[at]! << FINE) - v[at]!))
      const apart = sum / (1 << FINE)
      return smoothstep(ALIKE, UNLIKE, apart) - 1 + smoothstep(UNLIKE, OTHER, apart)
    },
    forget: () => void known.fill(0),
  }
}

/** Whether most blocks moved. */
function isCameraMoving({ dx, dy }: Motion): boolean {
  let count = 0
  for (let at = 0; at < dx.length; at++) if (Math.hypot(dx[at]!, dy[at]!) > MEMORY_MOVING) count++
  return count > dx.length / 2
}
