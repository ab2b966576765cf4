import { Fault } from '../../../catalog/fault.ts'
import type { Point } from '../../raster/picture.ts'
import type { Drape } from './garment.ts'
import { type Limb, onTorso, type Torso, type Wearer } from './wearer.ts'

/** How far the directions of a covered limb may differ, in degrees: folds and light of another pose would show. */
const MOST = 22

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
      if (drape.ends[n] < (k === 0 ? 0.1 : 0.6)) continue
      const off = Math.abs(((own[k]! - shown + 540) % 360) - 180)
      if (off <= MOST) continue
      throw new Fault(
        'pose',
        `The ${drape.on} of the person and of who wears the garment in the reference lie ${Math.round(off)}° apart; up ` +
          `to ${MOST}° can be dressed. A reference in a like pose, or of the garment alone, can be used.`,
      )
    }
  }
}

/** The directions of both parts of a limb on the torso's axes, in degrees. */
export function directionsOf([first, second, third]: Limb, torso: Torso): [number, number] {
  const direction = (from: Point, to: Point): number => {
    const [a, b] = [onTorso(torso, from), onTorso(torso, to)]
    return (Math.atan2(b.v - a.v, b.u - a.u) * 180) / Math.PI
  }
  return [direction(first, second), direction(second, third)]
}
