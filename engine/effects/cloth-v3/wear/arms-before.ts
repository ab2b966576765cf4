import { type Point, pointBetween } from '../../../geometry/point.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { WornTop } from '../fit/fit-top.ts'
import { alongArm } from '../fit/sleeve-end.ts'
import { pairOf } from '../garment.ts'
import { isBesideLimb } from '../measure/near-limb.ts'
import type { Wearer } from '../measure/wearer.ts'
import { LOOSE_CLOTH_FINGERS, TOP_ARM } from '../tuning.ts'

/**
 * Whether a place belongs to an arm or a hand that lies before a garment: an arm from where its sleeve ends down to the
 * fingers, which hang before a long hem. The armhole of a garment without sleeves curves from the shoulder's tip, which
 * covers the arm, to the armpit, which the arm covers.
 */
export function armsBefore(
  { arms, torso }: Pick<Wearer, 'arms' | 'torso'>,
  { bareArms, armholes }: Pick<WornTop, 'bareArms' | 'armholes'>,
): (place: Point) => boolean {
  const shown = pairOf((n) => {
    const [, elbow, wrist] = arms[n]
    return [...bareArms[n], pointBetween(elbow, wrist, LOOSE_CLOTH_FINGERS)]
  })
  return (place) =>
    shown.some((arm, n) => {
      const hole = armholes?.[n] ?? 0
      const along = alongArm(arms[n]!, place)
      const share = along < hole ? smoothstep(0, 1, along / hole) : 1
      return isBesideLimb(arm, place, share * TOP_ARM * torso.shoulders)
    })
}
