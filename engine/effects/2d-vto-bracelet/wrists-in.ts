import { Fault } from '../../../catalog/failures/fault.ts'
import { findWrist } from '../../hand/find-wrist.ts'
import type { PlacesIn } from '../../jewellery/open-try-on.ts'
import { placeAtWrist } from '../../jewellery/worn/place-on-wrist.ts'
import { detectHands } from '../../vision/hands/detect-hands.ts'
import { requireHand } from './require-hand.ts'
import { WRISTS_IN_HIDDEN } from './tuning.ts'

/** The wrist of the largest hand of a product picture. */
export const wristsIn: PlacesIn = async (picture, vision) => {
  const hands = await detectHands(picture, vision)
  if (hands.length === 0) return []
  const hand = requireHand(hands)
  try {
    return [placeAtWrist(hand, findWrist(picture, hand, WRISTS_IN_HIDDEN))]
  } catch (cause) {
    if (cause instanceof Fault) return []
    throw cause
  }
}
