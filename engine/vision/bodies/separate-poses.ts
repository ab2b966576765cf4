import type { Pyramid } from '../input/pyramid.ts'
import type { Net } from '../vision.ts'
import type { Pose } from './estimate-pose.ts'
import { estimatePoseMaskingOthers } from './estimate-pose-masking-others.ts'
import type { FoundPose } from './find-poses.ts'
import { bodyAxisOf } from './mask-other-people.ts'

/** People whose shoulders are nearer than this, as a share of the taller one's reach, can touch. */
const NEAR = 0.75

/** The first round hides what the detector placed, the second what the first round found. */
const ROUNDS = 2

type Placed = { hips: Pose['hips']; reach: Pose['reach'] }

/**
 * Reads people who stand so close that their poses mix once more, each with the others hidden. Everybody else is
 * given back as found, and so is who was read alone from the start.
 */
export async function separatePoses(
  found: readonly FoundPose[],
  pyramid: Pyramid,
  net: Net,
  checkpoint: () => Promise<void>,
): Promise<FoundPose[]> {
  const rivals = found.map((one) => found.flatMap((other, n) => (areNear(one, other) ? [n] : [])))
  let places: Placed[] = found.map(({ candidate: { keypoints } }) => ({
    hips: keypoints[0]!,
    reach: keypoints[1]!,
  }))
  let poses = found.map(({ pose }) => pose)
  for (let round = 0; round < ROUNDS; round++) {
    const axes = places.map(bodyAxisOf)
    const next: Pose[] = []
    for (const [n, pose] of poses.entries()) {
      const others = rivals[n]!.map((rival) => axes[rival]!)
      if (others.length === 0 || found[n]!.alone) {
        next.push(pose)
        continue
      }
      await checkpoint()
      next.push(await estimatePoseMaskingOthers(places[n]!, others, pyramid, net))
    }
    poses = next
    places = next
  }
  return found.map((one, n) => ({ ...one, pose: poses[n]! }))
}

function areNear(a: FoundPose, b: FoundPose): boolean {
  if (a === b) return false
  const [one, other] = [a, b].map(({ candidate: { keypoints } }) => ({
    shoulders: keypoints[2]!,
    reach: Math.hypot(keypoints[0]!.x - keypoints[1]!.x, keypoints[0]!.y - keypoints[1]!.y),
  }))
  const apart = Math.hypot(
    one!.shoulders.x - other!.shoulders.x,
    one!.shoulders.y - other!.shoulders.y,
  )
  return apart < NEAR * Math.max(one!.reach, other!.reach)
}
