import { Fault } from '../../../catalog/failures/fault.ts'
import type { Size } from '../../geometry/size.ts'
import { findWrist, type Wrist } from '../../hand/find-wrist.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Hand } from '../../vision/hands/hand.ts'
import {
  WRIST_ARM,
  WRIST_AWAY,
  WRIST_BEYOND,
  WRIST_JOINT,
  WRIST_NEAREST,
  WRIST_THINNEST,
  WRIST_UNIT,
  WRIST_WIDEST,
} from './tuning.ts'

/**
 * The wrist of a hand.
 * @throws Fault `pose` where it does not show, is too narrow or too wide for a bracelet, or its edges cannot be told
 */
export function requireWrist(picture: Picture, hand: Hand): Wrist {
  return requireBreadth(findWrist(picture, hand), picture)
}

/**
 * The same wrist.
 * @throws Fault `pose` where it is too narrow or too wide for a bracelet, or thinner than a hand's wrist can be
 */
export function requireBreadth(wrist: Wrist, { width, height }: Size): Wrist {
  const [low, high] = wrist.edgesAt(0)
  const across = Math.round(high - low)
  const most = WRIST_ARM.most * Math.max(width, height)
  if (across < WRIST_THINNEST * wrist.breadth) {
    throw new Fault(
      'pose',
      'The edges of the wrist cannot be told from what is beside it: show it before another colour.',
    )
  }
  if (across >= WRIST_ARM.least && across <= most) return wrist
  throw new Fault(
    'pose',
    `The wrist is ${across} pixels wide; from ${WRIST_ARM.least} to ${Math.floor(most)} are needed.`,
  )
}

/**
 * Where a bracelet is worn that names no place: where it usually is, or nearer to the hand where less of the arm shows.
 * @throws Fault `pose` where not even the joint is
 */
export function usualDistance(wrist: Wrist, place: number): number {
  const { bare, breadth, landmark } = wrist
  const usual = (place - WRIST_JOINT) * WRIST_UNIT * breadth
  if (bare - WRIST_BEYOND * breadth >= usual) return usual
  const nearest = landmark + WRIST_NEAREST * breadth
  // What is worn before a sleeve, a watch or the frame keeps away from it where the wrist has the room.
  const slid = Math.max(nearest, bare - WRIST_AWAY * breadth)
  if (bare - WRIST_BEYOND * breadth >= nearest && !isOverHand(wrist, slid)) return slid
  return requireBare(wrist, place)
}

/** Whether a bracelet would go around the hand: at a bent wrist it is much wider than the arm behind it. */
function isOverHand({ bare, edgesAt }: Wrist, distance: number): boolean {
  const widthAt = (at: number): number => edgesAt(at)[1] - edgesAt(at)[0]
  return widthAt(distance) > WRIST_WIDEST * widthAt(bare)
}

/**
 * The distance of a place from the joint, pixels.
 * @param place on the scale of the parameter
 * @throws Fault `pose` where the arm is not bare there
 */
export function requireBare({ bare, breadth }: Wrist, place: number): number {
  const distance = (place - WRIST_JOINT) * WRIST_UNIT * breadth
  if (bare >= distance + WRIST_BEYOND * breadth) return distance
  const most = (bare / breadth - WRIST_BEYOND) / WRIST_UNIT + WRIST_JOINT
  throw new Fault(
    'pose',
    `The arm is covered or cut off at bracelet_wearing_location ${place.toFixed(2)}; it shows up to ${most.toFixed(2)}.`,
  )
}
