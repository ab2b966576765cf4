import { type Axis, axisOf, hideRivals } from './hide-rivals.ts'
import { poseSquare } from './pose-square.ts'
import type { Pyramid } from './pyramid.ts'
import { type Pose, readPose } from './read-pose.ts'
import type { Net } from './vision.ts'

/** Grey, in the landmark network's range. */
const GREY = 0.5

/** Reads the pose of the person at `place` with everybody else painted over. */
export function readHidingRivals(
  place: Pick<Pose, 'hips' | 'reach'>,
  rivals: readonly Axis[],
  pyramid: Pyramid,
  net: Net,
): Promise<Pose> {
  const square = poseSquare(place.hips, place.reach)
  return readPose(pyramid, square, net, (input, size) =>
    hideRivals(input, size, square, axisOf(place), rivals, GREY),
  )
}
