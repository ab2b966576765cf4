import { smoothstep } from '../../raster/smoothstep.ts'
import type { Motion } from '../motion/estimate-motion.ts'
import type { SmallFrame } from '../shrink-frame.ts'

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
}

/** Alpha up to which a cell is taken for background. */
const BACKGROUND = 0.08
/** Two to the power of minus this is what a new look counts for, and so much finer than levels what is known is. */
const LEARNT = 2
const FINE = 6
/** Cells a frame from which the camera counts as moving. */
const MOVING = 0.3

/** Levels by which a cell is like the background, and from which on it is surely something else. */
const [ALIKE, UNLIKE, OTHER] = [4, 12, 28]

/** A memory without anything in it. */
export function backgroundMemory(length: number): BackgroundMemory {
  const [y, u, v] = [new Int16Array(length), new Int16Array(length), new Int16Array(length)]
  const isKnown = new Uint8Array(length)
  return {
    see: (small, alpha, motion) => {
      if (motion && isCameraMoving(motion)) isKnown.fill(0)
      for (let at = 0; at < length; at++) {
        if (alpha[at]! > BACKGROUND) continue
        const learnt = isKnown[at] ? LEARNT : 0
        isKnown[at] = 1
        y[at] = y[at]! + (((small.y[at]! << FINE) - y[at]!) >> learnt)
        u[at] = u[at]! + (((small.u[at]! << FINE) - u[at]!) >> learnt)
        v[at] = v[at]! + (((small.v[at]! << FINE) - v[at]!) >> learnt)
      }
    },
    judge: (small, at) => {
      if (!isKnown[at]) return 0
      // Differences of colour are smaller than those of brightness.
      const sum =
        Math.abs((small.y[at]! << FINE) - y[at]!) +
        2 * (Math.abs((small.u[at]! << FINE) - u[at]!) + Math.abs((small.v[at]! << FINE) - v[at]!))
      const apart = sum / (1 << FINE)
      return apart < UNLIKE ? -smoothstep(UNLIKE, ALIKE, apart) : smoothstep(UNLIKE, OTHER, apart)
    },
  }
}

/** Whether most blocks moved. */
function isCameraMoving({ dx, dy }: Motion): boolean {
  let count = 0
  for (let at = 0; at < dx.length; at++) if (Math.hypot(dx[at]!, dy[at]!) > MOVING) count++
  return count > dx.length / 2
}
