import type { Size } from '../../geometry/size.ts'
import { isFullLength } from '../../vision/bodies/body.ts'
import type { Pose } from '../../vision/bodies/estimate-pose.ts'
import { poseDistance } from '../../vision/bodies/pose-distance.ts'
import type { BodyCircle } from '../../vision/bodies/pose-roi.ts'
import { projectLogits } from '../../vision/mattes/project-logits.ts'
import { SAME_POSE_DISTANCE } from '../../vision/tuning.ts'
import type { Motion } from '../motion/estimate-motion.ts'
import { followMotion } from '../motion/follow-motion.ts'
import type { Region } from '../shrink-frame.ts'
import {
  CLOSE_PEOPLE,
  MOST_PEOPLE,
  POSE_BUSY_INTERVAL,
  POSE_INTERVAL,
  POSE_PRESENCE,
  POSE_SEARCH_INTERVAL,
} from '../tuning.ts'
import type { Frame } from '../video-info.ts'
import type { LumaWeights } from '../yuv-matrix.ts'
import { detectInFrame, type PoseNets, poseInFrame } from './pose-in-frame.ts'

/** People who are seen from the head to a knee, as the network for poses sees them. */
export type PoseTrack = {
  /**
   * Carries what is known on to the next frame; without a motion of that grid all is forgotten.
   * @param to where it is written; not where it was written for the frame before
   */
  follow(grid: Size, motion: Motion | undefined, to: Float32Array): void
  /**
   * The probability of a person in each cell of a grid over a region, 0–1. The network is asked where what it said has
   * become old.
   * @param isBusy whether motion leaves so much unexplained that it is old soon
   * @returns undefined where nobody is at full length, or one of them is not
   */
  see(frame: Frame, region: Region, grid: Size, isBusy: boolean): Promise<Float32Array | undefined>
  /** Forgets all, because another shot begins: people are looked for in its first frame. */
  forget(): void
}

/** Follows people by their poses: the region of each is the one that the pose before suggests. */
export function trackPoses(nets: PoseNets, weights: LumaWeights, timescale: number): PoseTrack {
  let circles: BodyCircle[] = []
  let [askedAt, searchedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let known: Float32Array | undefined

  const look = async (frame: Frame, seconds: number): Promise<Pose[]> => {
    if (seconds - searchedAt > POSE_SEARCH_INTERVAL) {
      searchedAt = seconds
      // The region of who is followed already is the better one.
      circles = [...circles, ...(await detectInFrame(frame, nets, weights))]
    }
    const poses: Pose[] = []
    for (const circle of circles.slice(0, 2 * MOST_PEOPLE)) {
      const pose = await poseInFrame(frame, circle, nets, weights)
      const isNew = poses.every((other) => poseDistance(pose, other) >= SAME_POSE_DISTANCE)
      if (pose.presence >= POSE_PRESENCE && isNew) poses.push(pose)
    }
    circles = poses
    const isWhole = poses.every(({ landmarks }) => isFullLength({ landmarks, mask: frame }))
    const most = areApart(poses) ? MOST_PEOPLE : CLOSE_PEOPLE
    return poses.length <= most && isWhole ? poses : []
  }

  return {
    follow: (grid, motion, to) => {
      known = known && motion && followMotion(known, grid, motion, to)
      // Who was found is seen at once on another grid.
      if (!motion && circles.length > 0) askedAt = Number.NEGATIVE_INFINITY
    },
    see: async (frame, region, { width, height }, isBusy) => {
      const seconds = frame.pts / timescale
      const age = seconds - askedAt
      if (known ? age < (isBusy ? POSE_BUSY_INTERVAL : POSE_INTERVAL) : age < POSE_SEARCH_INTERVAL)
        return known
      askedAt = seconds
      const grid = {
        left: region.left,
        top: region.top,
        width,
        height,
        scale: width / region.width,
        rowScale: height / region.height,
      }
      const [first, ...others] = await look(frame, seconds)
      known = first && projectLogits(first.mask, first.roi, grid)
      for (const { mask, roi } of others) {
        for (const [at, share] of projectLogits(mask, roi, grid).entries()) {
          if (share > known![at]!) known![at] = share
        }
      }
      return known
    },
    forget: () => {
      circles = []
      known = undefined
      askedAt = searchedAt = Number.NEGATIVE_INFINITY
    },
  }
}

/** Whether no two poses' boxes have anything in common. */
function areApart(poses: readonly Pose[]): boolean {
  const boxes = poses.map(({ landmarks }) => {
    const [xs, ys] = [landmarks.map(({ x }) => x), landmarks.map(({ y }) => y)]
    return {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    }
  })
  return boxes.every((one, nth) =>
    boxes
      .slice(nth + 1)
      .every(
        (other) =>
          one.right < other.left ||
          other.right < one.left ||
          one.bottom < other.top ||
          other.bottom < one.top,
      ),
  )
}
