import { medianOrZero } from '../../geometry/quantile.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../colour-model.ts'
import {
  BARE_FOOT,
  BARE_FOOT_SEEN,
  BARE_LIKE_SKIN,
  BARE_LIMBS_BINS,
  BARE_LIMBS_CLOTH,
  BARE_LIMBS_CORE,
  BARE_LIMBS_END,
  BARE_LIMBS_LEAST,
  BARE_LIMBS_MOST,
  BARE_LIMBS_PIXELS,
  BARE_LIMBS_PREFERRED,
  BARE_LIMBS_SPREAD,
  BESIDE_ARM,
  PERSON_SHARE,
} from '../tuning.ts'
import type { BodyCoordinates } from './body-coordinates.ts'
import type { PersonGrid } from './person-grid.ts'
import type { SkinDistance } from './skin-distance.ts'

/** Where one limb is bare. */
export type BareLimb = {
  /** From where on, in the units of places: 0 shoulder or hip, 2 wrist or ankle; Infinity where all is cloth. */
  from: number
  /** Up to which distance from the face's colour a pixel of this limb is skin. */
  unlike: number
}

/** The bare limbs by their sides in places, and which feet wear no closed shoe. */
export type BareLimbs = { arms: BareLimb[]; legs: BareLimb[]; feet: boolean[] }

/**
 * Finds the cuffs and hems of sleeves and legs: where along each limb the colours change to those of skin. A limb that
 * is more like the cloth of the trunk, or of the hips, than like the face is covered; hands are told by the face alone.
 */
export function findBareLimbs(
  grid: PersonGrid,
  places: BodyCoordinates,
  fromSkin: SkinDistance,
): BareLimbs {
  const { lab, person } = grid
  const { fromArm, alongArm, armSide, fromLeg, alongLeg, legSide, down } = places
  const isFree = (i: number): boolean =>
    person[i]! > PERSON_SHARE.inside && fromArm[i]! > BESIDE_ARM
  const clothOf = ([from, to]: readonly [number, number]): ColourModel => {
    const pixels = down.reduce<number[]>((all, at, i) => {
      if (at > from && at < to && isFree(i)) all.push(i)
      return all
    }, [])
    return fitColourModel(lab, pixels, BARE_LIMBS_CLOTH.colours)
  }
  const arms = limbsOf(
    fromArm,
    alongArm,
    armSide,
    BARE_LIMBS_END.arm,
    clothOf(BARE_LIMBS_CLOTH.top),
  )
  const legs = limbsOf(
    fromLeg,
    alongLeg,
    legSide,
    BARE_LIMBS_END.leg,
    clothOf(BARE_LIMBS_CLOTH.bottom),
  )
  return {
    arms,
    legs,
    feet: [isBareFoot(0), isBareFoot(1)],
  }

  function limbsOf(
    from: Float32Array,
    along: Float32Array,
    sides: Uint8Array,
    end: number,
    cloth: ColourModel,
  ): BareLimb[] {
    const bins = [0, 1].map(() =>
      Array.from({ length: Math.ceil(end * BARE_LIMBS_BINS) }, (): number[] => []),
    )
    for (let i = 0; i < person.length; i++) {
      if (from[i]! > BARE_LIMBS_CORE || person[i]! < PERSON_SHARE.mostly || along[i]! >= end)
        continue
      bins[sides[i]!]![Math.floor(along[i]! * BARE_LIMBS_BINS)]!.push(i)
    }
    return bins.map((own) => {
      const evidence = own.map((pixels, bin) => {
        if (pixels.length < BARE_LIMBS_PIXELS) return 0
        const far = medianOrZero(pixels.map(fromSkin))
        const isHand = bin >= BARE_LIMBS_END.hand * BARE_LIMBS_BINS
        const fromCloth = isHand
          ? far
          : medianOrZero(pixels.map((i) => colourDistance(lab, i, cloth)))
        return Math.max(
          -BARE_LIMBS_MOST,
          Math.min(
            BARE_LIMBS_MOST,
            BARE_LIKE_SKIN - far,
            isHand ? BARE_LIMBS_MOST : fromCloth - far + BARE_LIMBS_PREFERRED,
          ),
        )
      })
      const first = cuffOf(evidence)
      const pixels = own.flatMap((all, bin) => (bin >= first && evidence[bin]! > 0 ? all : []))
      const typical = pixels.length ? medianOrZero(pixels.map(fromSkin)) : 0
      const unlike = Math.min(
        BARE_LIMBS_SPREAD.most,
        Math.max(BARE_LIMBS_SPREAD.least, typical + BARE_LIMBS_SPREAD.more),
      )
      return { from: first / BARE_LIMBS_BINS, unlike }
    })
  }

  function isBareFoot(side: number): boolean {
    const foot: number[] = []
    for (let i = 0; i < person.length; i++) {
      if (places.fromFoot[i]! >= BARE_FOOT_SEEN.reach || legSide[i] !== side) continue
      if (person[i]! > PERSON_SHARE.mostly) foot.push(i)
    }
    return foot.length >= BARE_FOOT_SEEN.pixels && medianOrZero(foot.map(fromSkin)) < BARE_FOOT
  }
}

/** The bin from which on a limb is skin: what parts the bins best into cloth and skin. */
function cuffOf(evidence: readonly number[]): number {
  let [best, most, sum] = [Infinity, 0, 0]
  for (let bin = evidence.length - 1; bin >= 0; bin--) {
    sum += evidence[bin]!
    if (sum > most) [best, most] = [bin, sum]
  }
  const bare = evidence.filter((own, bin) => bin >= best && own > 0).length
  return bare < BARE_LIMBS_LEAST ? Infinity : best
}
