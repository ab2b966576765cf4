import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance } from '../../../geometry/point.ts'
import type { Sides } from '../garment.ts'
import type { Wearer } from '../measure/wearer.ts'
import { STRAIGHT_SLEEVES } from '../tuning.ts'
import { directionsOf } from './require-like-pose.ts'

/**
 * A sleeve that lies straight in its picture suits no arm that is bent far.
 * @param ends how far along each arm a sleeve reaches, in pixels
 * @throws Fault `pose` where it would cover the elbow of one
 */
export function requireStraightSleeves({ torso, arms }: Wearer, ends: Sides<number>): void {
  for (const [n, arm] of arms.entries()) {
    const beyond = ends[n as 0 | 1] - distance(arm[0], arm[1])
    if (beyond < STRAIGHT_SLEEVES.beyond * torso.shoulders) continue
    const [upper, lower] = directionsOf(arm, torso)
    const bend = Math.abs(((lower - upper + 540) % 360) - 180)
    if (bend <= STRAIGHT_SLEEVES.most) continue
    throw new Fault(
      'pose',
      `A sleeve would cover an elbow that is bent by ${Math.round(bend)}°; up to ${STRAIGHT_SLEEVES.most}° can be ` +
        'dressed. Sleeves that end above the elbow can be worn, and others by somebody whose arms hang down.',
    )
  }
}
