import type { Point } from '../../geometry/point.ts'
import type { Detection } from '../detection/detection.ts'
import type { Roi } from '../input/roi.ts'
import { HAND_ROI_SCALE, HAND_ROI_SHIFT } from '../tuning.ts'
import { HAND } from './hand.ts'

/** The landmarks that keep their distances when a hand closes: wrist, palm and the lower joints. */
const STABLE = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18] as const

/** The region of interest for a detected palm, rotated so that the fingers point up. */
export function roiOfPalm({ box, keypoints }: Detection): Roi {
  const [wrist, , knuckle] = keypoints
  const angle = uprightAngle(wrist!, knuckle!)
  const side = Math.max(box.width, box.height)
  return {
    x: box.left + box.width / 2 + Math.sin(angle) * HAND_ROI_SHIFT.palm * side,
    y: box.top + box.height / 2 - Math.cos(angle) * HAND_ROI_SHIFT.palm * side,
    side: side * HAND_ROI_SCALE.palm,
    angle,
  }
}

/** The region of interest around a hand's landmarks, rotated so that the fingers point up. */
export function roiOfHand(landmarks: readonly Point[]): Roi {
  const middle = [HAND.index[1], HAND.middle[1], HAND.middle[1], HAND.ring[1]]
  const joints = {
    x: middle.reduce((sum, at) => sum + landmarks[at]!.x, 0) / middle.length,
    y: middle.reduce((sum, at) => sum + landmarks[at]!.y, 0) / middle.length,
  }
  const angle = uprightAngle(landmarks[HAND.wrist]!, joints)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const us = STABLE.map((at) => landmarks[at]!.x * cos + landmarks[at]!.y * sin)
  const vs = STABLE.map((at) => landmarks[at]!.y * cos - landmarks[at]!.x * sin)
  const u = { low: Math.min(...us), high: Math.max(...us) }
  const v = { low: Math.min(...vs), high: Math.max(...vs) }
  const middleU = (u.low + u.high) / 2
  const middleV = (v.low + v.high) / 2 - HAND_ROI_SHIFT.landmarks * (v.high - v.low)
  return {
    x: middleU * cos - middleV * sin,
    y: middleU * sin + middleV * cos,
    side: Math.max(u.high - u.low, v.high - v.low) * HAND_ROI_SCALE.landmarks,
    angle,
  }
}

/** The rotation of a region in which `to` is straight above `from`, in radians. */
function uprightAngle(from: Point, to: Point): number {
  return Math.atan2(to.x - from.x, from.y - to.y)
}
