import { distance } from '../../geometry/point.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { TOUCHING } from '../tuning.ts'
import type { Net } from '../vision.ts'
import { bodyCircleOf } from './detect-poses.ts'
import type { Pose } from './estimate-pose.ts'
import type { FoundPose } from './find-poses.ts'
import { bodyAxisOf, estimatePoseMaskingOthers } from './mask-other-people.ts'
import type { BodyCircle } from './pose-roi.ts'

/** The first round masks the others by their detections, the second by the poses of the first round. */
const ROUNDS = 2

/**
 * Estimates the poses of people who stand so close that they mix again, each with the others masked. All other poses
 * are returned as found, also those that were estimated with the others masked before.
 * @param checkpoint called before each estimate; what it throws ends the work
 */
export async function separatePoses(
  found: readonly FoundPose[],
  pyramid: Pyramid,
  net: Net,
  checkpoint: () => Promise<void>,
): Promise<FoundPose[]> {
  const neighbours = found.map((one) =>
    found.flatMap((other, n) => (areNear(one, other) ? [n] : [])),
  )
  let circles: BodyCircle[] = found.map(({ detection }) => bodyCircleOf(detection))
  let poses = found.map(({ pose }) => pose)
  for (let round = 0; round < ROUNDS; round++) {
    const axes = circles.map(bodyAxisOf)
    const next: Pose[] = []
    for (const [n, pose] of poses.entries()) {
      const others = neighbours[n]!.map((neighbour) => axes[neighbour]!)
      if (others.length === 0 || found[n]!.othersMasked) {
        next.push(pose)
        continue
      }
      await checkpoint()
      next.push(await estimatePoseMaskingOthers(circles[n]!, others, pyramid, net))
    }
    poses = next
    circles = next
  }
  return found.map((one, n) => ({ ...one, pose: poses[n]! }))
}

function areNear(a: FoundPose, b: FoundPose): boolean {
  if (a === b) return false
  const [one, other] = [a, b].map(({ detection: { keypoints } }) => ({
    shoulders: keypoints[2]!,
    radius: distance(keypoints[0]!, keypoints[1]!),
  }))
  const apart = Math.hypot(
    one!.shoulders.x - other!.shoulders.x,
    one!.shoulders.y - other!.shoulders.y,
  )
  return apart < TOUCHING * Math.max(one!.radius, other!.radius)
}
