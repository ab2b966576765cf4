import { Fault } from '../../../catalog/failures/fault.ts'
import type { SeenHands } from '../judge/judge-hand.ts'
import type { Lack } from '../judge/verdict.ts'
import { acceptWrist } from './service-rules.ts'

/** Whether the arm behind the wrist shows, bare and long enough for a bracelet. */
export function wristShown({ picture, hands }: SeenHands): Lack | undefined {
  try {
    acceptWrist(picture, hands.slice(0, 1))
    return undefined
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { of: 'position', instruction: 'showWrist' }
  }
}
