import { distanceToSegment, type Point } from '../../geometry/point.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { type Roi, roiToPicture } from '../input/roi.ts'
import { OTHERS_DISTANCE, OTHERS_GREY } from '../tuning.ts'
import type { Net } from '../vision.ts'
import { estimatePose, type Pose } from './estimate-pose.ts'
import { type BodyCircle, poseRoi } from './pose-roi.ts'

/** The axis of a body in source pixels, from below its feet to above its head. */
export type BodyAxis = { from: Point; to: Point }

/** The axis of a body: the diameter of its circle through the point above the head. */
export function bodyAxisOf({ midHip, circlePoint }: BodyCircle): BodyAxis {
  return {
    from: { x: 2 * midHip.x - circlePoint.x, y: 2 * midHip.y - circlePoint.y },
    to: circlePoint,
  }
}

/**
 * Estimates the pose of the person in a circle with other people masked, because the landmark network cannot separate
 * bodies that touch.
 */
export function estimatePoseMaskingOthers(
  circle: BodyCircle,
  others: readonly BodyAxis[],
  pyramid: Pyramid,
  net: Net,
): Promise<Pose> {
  const roi = poseRoi(circle)
  return estimatePose(pyramid, roi, net, (input, size) =>
    maskOtherPeople(input, size, roi, bodyAxisOf(circle), others),
  )
}

/**
 * Paints the pixels of other people grey.
 * @param input a sampled region, size × size × 3 values; changed in place
 */
function maskOtherPeople(
  input: Float32Array,
  size: number,
  roi: Roi,
  own: BodyAxis,
  others: readonly BodyAxis[],
): void {
  for (let at = 0; at < size * size; at++) {
    const point = roiToPicture(
      roi,
      ((at % size) + 0.5) / size,
      (Math.floor(at / size) + 0.5) / size,
    )
    const limit = OTHERS_DISTANCE * distanceToSegment(point, own.from, own.to)
    if (others.some(({ from, to }) => distanceToSegment(point, from, to) < limit)) {
      input.fill(OTHERS_GREY, at * 3, at * 3 + 3)
    }
  }
}
