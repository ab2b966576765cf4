import type { Size } from '../../geometry/size.ts'
import type { Frame } from '../../video/video-info.ts'
import { openFrameFiller } from './fill-frame.ts'
import type { Plan } from './plate-plan.ts'
import { type PlateSource, usedPlates } from './store-plates.ts'
import { FILLING_MISFIT, JUDGED_FRAMES } from './tuning.ts'

/** Collects some frames with holes as they come by, evenly over those up to `last`, and judges how they are filled. */
export function judgeFilling({ holes, frames }: Pick<Plan, 'holes' | 'frames'>, last: number) {
  const filled = [...holes.keys()].filter((at) => at <= last && holes[at])
  const chosen = new Set(
    Array.from({ length: JUDGED_FRAMES }, (_, nth) => {
      return filled[Math.floor(((nth + 0.5) * filled.length) / JUDGED_FRAMES)]
    }),
  )
  const kept = new Map<number, Frame>()
  return {
    see: (frame: Frame, at: number): void => {
      if (chosen.has(at)) kept.set(at, { ...frame, planes: frame.planes.slice() })
    },
    /** The share of them around whose hole something stands that their plates have not, or have elsewhere. */
    misfits: async (plates: PlateSource, small: Size): Promise<number> => {
      const fill = openFrameFiller(small)
      let misfits = 0
      for (const [at, frame] of kept) {
        const apart = fill(frame, holes[at]!, await usedPlates(frames[at], plates), at)
        if (apart > FILLING_MISFIT) misfits++
      }
      return kept.size === 0 ? 0 : misfits / kept.size
    },
  }
}
