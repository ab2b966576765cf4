import { Fault } from '../../../../catalog/failures/fault.ts'
import { pointBetween } from '../../../geometry/point.ts'
import { isWithin } from '../../../geometry/size.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { ARMS_REQUIRED } from '../tuning.ts'

/** @throws Fault `pose` for arms before the torso, raised or outside the picture */
export function requireArms(wearer: Wearer): void {
  const { torso, arms, picture } = wearer
  if (arms.some(([, elbow]) => elbow.y >= picture.height)) {
    throw new Fault(
      'pose',
      'The picture ends above the elbows. Somebody who is shown down to the elbows at least can be dressed.',
    )
  }
  for (const [n, [, elbow, wrist]] of arms.entries()) {
    const side = n === 0 ? -1 : 1
    for (let k = 0; k <= 10; k++) {
      const place = pointBetween(elbow, wrist, k / 10)
      if (!isWithin(place, picture)) continue
      const { u, v } = pixelToTorso(torso, place)
      if (side * u > ARMS_REQUIRED.aside * torso.shoulders) continue
      if (v < 0 || v > ARMS_REQUIRED.down * torso.length) continue
      throw new Fault(
        'pose',
        'An arm lies before or behind the body. Somebody whose arms hang down or stand off the body can be dressed.',
      )
    }
    if (pixelToTorso(torso, elbow).v < -ARMS_REQUIRED.raised * torso.shoulders) {
      throw new Fault('pose', 'An arm is raised. Somebody whose arms hang down can be dressed.')
    }
  }
}
