import { Fault } from '../../../catalog/fault.ts'
import { findWrist, type Wrist } from '../../hand/find-wrist.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Hand } from '../../vision/hands/hand.ts'

/** Where a bracelet is worn that names no place, on the scale of the parameter. */
export const USUAL_PLACE = 0.05

/** The joint's place on that scale, and pixels of one unit in breadths of the hand. */
const JOINT = -0.3
const UNIT = 0.9

/** Breadths of the hand that have to be bare beyond a bracelet's place. */
const BEYOND = 0.1

/** Widths of an arm that a bracelet is put on: pixels, and shares of the picture's longer side. */
const ARM = { least: 20, most: 0.6 } as const

/** The wrist of a hand. @throws Fault `pose` where it does not show, or is too narrow or too wide for a bracelet */
export function requireWrist(picture: Picture, hand: Hand): Wrist {
  const wrist = findWrist(picture, hand)
  const [low, high] = wrist.edgesAt(0)
  const across = Math.round(high - low)
  const most = ARM.most * Math.max(picture.width, picture.height)
  if (across >= ARM.least && across <= most) return wrist
  throw new Fault(
    'pose',
    `The wrist is ${across} pixels wide; from ${ARM.least} to ${Math.floor(most)} are needed.`,
  )
}

/**
 * The distance of a place from the joint, pixels.
 * @param place on the scale of the parameter
 * @throws Fault `pose` where the arm is not bare there
 */
export function requireBare({ bare, breadth }: Wrist, place: number): number {
  const distance = (place - JOINT) * UNIT * breadth
  if (bare >= distance + BEYOND * breadth) return distance
  const most = (bare / breadth - BEYOND) / UNIT + JOINT
  throw new Fault(
    'pose',
    `The arm is covered or cut off at bracelet_wearing_location ${place.toFixed(2)}; it shows up to ${most.toFixed(2)}.`,
  )
}
