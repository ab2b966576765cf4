import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import type { Drape } from '../garment.ts'
import { armHalfWidths, crossSectionAt } from '../measure/body-edges.ts'
import { pixelToTorso, type TorsoAxes } from '../measure/torso-axes.ts'
import type { Limb, Wearer } from '../measure/wearer.ts'
import {
  LIKE_POSE_FREE,
  LIKE_POSE_MOST,
  LIKE_POSE_PLACES,
  LIKE_POSE_UPPER,
  LOWER_PART,
} from '../tuning.ts'

/**
 * A garment that is shown worn suits a like pose alone.
 * @throws Fault `pose` where a limb that it covers lies otherwise
 */
export function requireLikePose({ torso, arms, legs }: Wearer, drape: Drape): void {
  const limbs = drape.on === 'arms' ? arms : legs
  for (const n of [0, 1] as const) {
    const own = directionsOf(limbs[n], torso)
    for (const [k, shown] of drape.directions[n].entries()) {
      // The lower part counts where it is covered.
      if (drape.ends[n] < (k === 0 ? LIKE_POSE_UPPER : LOWER_PART)) continue
      const off = Math.abs(((own[k]! - shown + 540) % 360) - 180)
      if (off <= LIKE_POSE_MOST) continue
      throw new Fault(
        'pose',
        `The ${drape.on} of the person and of who wears the garment in the reference lie ${Math.round(off)}° apart; up ` +
          `to ${LIKE_POSE_MOST}° can be dressed. A reference in a like pose, or of the garment alone, can be used.`,
      )
    }
  }
}

/** The directions of both parts of a limb on the torso's axes, in degrees. */
export function directionsOf([first, second, third]: Limb, torso: TorsoAxes): [number, number] {
  const direction = (from: Point, to: Point): number => {
    const [a, b] = [pixelToTorso(torso, from), pixelToTorso(torso, to)]
    return (Math.atan2(b.v - a.v, b.u - a.u) * 180) / Math.PI
  }
  return [direction(first, second), direction(second, third)]
}

/** @throws Fault `pose` where a long sleeve touches the torso all along: nothing tells one from the other */
export function requireFreeArms(wearer: Wearer, ends: Drape['ends']): void {
  for (const n of [0, 1] as const) {
    const [shoulder, elbow, wrist] = wearer.arms[n]
    const whole = distance(shoulder, elbow) + distance(elbow, wrist)
    if (ends[n] < LOWER_PART) continue
    const steps = LIKE_POSE_PLACES - 1
    const places = Array.from(
      { length: LIKE_POSE_PLACES },
      (_, k) => (0.5 + (0.5 * k) / steps) * ends[n] * whole,
    )
    const free = places.filter((along) => {
      const cut = crossSectionAt(wearer.arms[n], along, n === 0 ? -1 : 1)
      return armHalfWidths(wearer, cut).inner !== undefined
    })
    if (free.length >= LIKE_POSE_FREE * places.length) continue
    throw new Fault(
      'pose',
      'An arm touches the body all along, so that a sleeve cannot be told from it. Arms that stand off the body a little ' +
        'can be dressed, or taken over.',
    )
  }
}
