import { Fault } from '../../../catalog/failures/fault.ts'
import type { Hand } from '../../vision/hands/hand.ts'

/** The largest hand of a photo. @throws Fault `target` where there is none */
export function requireHand(hands: readonly Hand[]): Hand {
  const [hand] = hands.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
  if (hand) return hand
  throw new Fault('target', 'No hand was found in the picture.')
}
