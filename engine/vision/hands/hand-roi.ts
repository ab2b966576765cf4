import type { Point } from '../../raster/picture.ts'
import type { Detection } from '../detection/detection.ts'
import type { Roi } from '../input/roi.ts'
import { HAND } from './hand.ts'

/** How much larger than a palm, or than the landmarks of the palm and its joints, the square is (MediaPipe's settings). */
const ROOM = { palm: 2.6, landmarks: 2 }

/** How far the square moves from there towards the fingers, as a share of what it is around (MediaPipe's settings). */
const AHEAD = { palm: 0.5, landmarks: 0.1 }

/** The landmarks that stay together when a hand closes. */
const STEADY = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18] as const

/** The square for a first look at a palm, turned so that the fingers point up. */
export function roiOfPalm({ box, keypoints }: Detection): Roi {
  const [wrist, , knuckle] = keypoints
  const angle = uprightAngle(wrist!, knuckle!)
  const side = Math.max(box.width, box.height)
  return {
    x: box.left + box.width / 2 + Math.sin(angle) * AHEAD.palm * side,
    y: box.top + box.height / 2 - Math.cos(angle) * AHEAD.palm * side,
    side: side * ROOM.palm,
    angle,
  }
}

/** The square for a second look, from the landmarks of the first. */
export function roiOfHand(landmarks: readonly Point[]): Roi {
  const middle = [HAND.index[1], HAND.middle[1], HAND.middle[1], HAND.ring[1]]
  const joints = {
    x: middle.reduce((sum, at) => sum + landmarks[at]!.x, 0) / middle.length,
    y: middle.reduce((sum, at) => sum + landmarks[at]!.y, 0) / middle.length,
  }
  const angle = uprightAngle(landmarks[HAND.wrist]!, joints)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const us = STEADY.map((at) => landmarks[at]!.x * cos + landmarks[at]!.y * sin)
  const vs = STEADY.map((at) => landmarks[at]!.y * cos - landmarks[at]!.x * sin)
  const u = { low: Math.min(...us), high: Math.max(...us) }
  const v = { low: Math.min(...vs), high: Math.max(...vs) }
  const middleU = (u.low + u.high) / 2
  const middleV = (v.low + v.high) / 2 - AHEAD.landmarks * (v.high - v.low)
  return {
    x: middleU * cos - middleV * sin,
    y: middleU * sin + middleV * cos,
    side: Math.max(u.high - u.low, v.high - v.low) * ROOM.landmarks,
    angle,
  }
}

/** The angle of a square in which `to` stands above `from`. */
function uprightAngle(from: Point, to: Point): number {
  return Math.atan2(to.x - from.x, from.y - to.y)
}
