import { Fault } from '../../../catalog/failures/fault.ts'
import { distance, distanceToSegment, type Point, unitVector } from '../../geometry/point.ts'
import type { Wearing } from '../../jewellery/wear-product.ts'
import type { Picture } from '../../raster/picture.ts'
import { HAND, type Hand } from '../../vision/hands/hand.ts'
import type { ChainEnds } from './necklace-shape.ts'
import { HAND_ARM, HAND_BREADTH, HAND_FINGER, HAND_OVER, HAND_PALM } from './tuning.ts'
import { visitWorn } from './visit-worn.ts'

/**
 * A hand or its forearm before the chest is in front of a necklace, which would be drawn over it.
 * @param shows the share of the necklace that shows at a pixel
 * @throws Fault `pose`
 */
export function requireNoHand(
  placed: Pick<Wearing, 'place' | 'box' | 'product'>,
  ends: ChainEnds,
  hands: readonly Hand[],
  shows: (x: number, y: number) => number,
  picture: Picture,
): void {
  const bones = hands.flatMap(bonesOf)
  if (bones.length === 0) return
  let [all, over] = [0, 0]
  visitWorn(placed, ends, picture, (x, y) => {
    if (shows(x, y) < 0.5) return
    all++
    if (bones.some(({ from, to, radius }) => distanceToSegment({ x, y }, from, to) < radius)) over++
  })
  if (over <= HAND_OVER * all) return
  throw new Fault(
    'pose',
    'A hand or an arm is in front of where the necklace would lie; take a photo in which the chest is free.',
  )
}

type Bone = { from: Point; to: Point; radius: number }

/** A hand as thick lines: its fingers, its palm, and the forearm as far as it goes straight on. */
function bonesOf({ landmarks }: Hand): Bone[] {
  const wrist = landmarks[HAND.wrist]!
  const breadth = HAND_BREADTH * distance(landmarks[HAND.index[0]]!, landmarks[HAND.little[0]]!)
  const fingers = [HAND.thumb, HAND.index, HAND.middle, HAND.ring, HAND.little]
  const bones = fingers.flatMap((finger): Bone[] => {
    const joints = finger.map((joint) => landmarks[joint]!)
    return [
      { from: wrist, to: joints[0]!, radius: HAND_PALM * breadth },
      ...joints.slice(1).map((to, n) => ({ from: joints[n]!, to, radius: HAND_FINGER * breadth })),
    ]
  })
  const knuckle = landmarks[HAND.middle[0]]!
  const along = unitVector({ x: wrist.x - knuckle.x, y: wrist.y - knuckle.y })
  const far = HAND_ARM.length * breadth
  const elbow = { x: wrist.x + along.x * far, y: wrist.y + along.y * far }
  return [...bones, { from: wrist, to: elbow, radius: HAND_ARM.radius * breadth }]
}
