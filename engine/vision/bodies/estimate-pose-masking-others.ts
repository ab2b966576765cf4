import type { Pyramid } from '../input/pyramid.ts'
import type { Net } from '../vision.ts'
import { estimatePose, type Pose } from './estimate-pose.ts'
import { type BodyAxis, bodyAxisOf, maskOtherPeople } from './mask-other-people.ts'
import { poseRoi } from './pose-roi.ts'

/** Grey, in the landmark network's range. */
const GREY = 0.5

/** Reads the pose of the person at `place` with everybody else painted over. */
export function estimatePoseMaskingOthers(
  place: Pick<Pose, 'hips' | 'reach'>,
  rivals: readonly BodyAxis[],
  pyramid: Pyramid,
  net: Net,
): Promise<Pose> {
  const roi = poseRoi(place.hips, place.reach)
  return estimatePose(pyramid, roi, net, (input, size) =>
    maskOtherPeople(input, size, roi, bodyAxisOf(place), rivals, GREY),
  )
}
