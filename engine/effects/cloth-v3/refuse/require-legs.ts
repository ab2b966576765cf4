import { Fault } from '../../../../catalog/failures/fault.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { LEGS_REQUIRED } from '../tuning.ts'

/**
 * @param parted whether what is put on goes round each leg: a skirt hangs round both, however they lie
 * @throws Fault `pose` for legs that are crossed, bent or outside the picture
 */
export function requireLegs(
  { legs, torso, picture }: Wearer,
  { parted }: { parted: boolean },
): void {
  const places = legs.map((leg) => leg.map((joint) => pixelToTorso(torso, joint)))
  const [left, right] = places
  const isInside = legs.every(([, knee]) => knee.y < picture.height && knee.y > 0)
  const isLong = places.every(
    ([hip, knee]) => knee!.v - hip!.v > LEGS_REQUIRED.thigh * torso.length,
  )
  const isApart =
    !parted ||
    [1, 2].every((n) => right![n]!.u - left![n]!.u > LEGS_REQUIRED.apart * torso.shoulders)
  if (isInside && isLong && isApart) return
  throw new Fault(
    'pose',
    'The legs cannot be dressed: somebody who stands, facing the camera, both legs in the picture and side by side, can ' +
      'be.',
  )
}
