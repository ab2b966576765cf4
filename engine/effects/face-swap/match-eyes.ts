import { Fault } from '../../../catalog/failures/fault.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import { blur } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { formula } from '../../raster/formula.ts'
import { eyeMasks } from './feature-masks.ts'
import { EYE_DETAIL, EYE_SHARPNESS, EYE_STRENGTH, EYE_WHITES, SOFT_LEAST } from './tuning.ts'

/**
 * Makes the detail of the donor's eyes, of irises, whites and lashes, as strong as the target's: made-up eyes of a
 * small or sharp picture would be drawn in ink, and those of a soft one would be dull. Pupils, reflections and the
 * edges of irises are made as strong once more: eyes as contrasty as others are hazy without them.
 * @param light the relit donor's L*, which is changed
 * @param mask where the donor will be seen, 0–1
 * @throws Fault `hidden-face` where it is so much weaker that the eyes would be a blur
 */
export function matchEyes(light: Float32Array, target: FaceRegion, mask: Float32Array): void {
  const { inside: openings, around: eyes, seen } = eyeMasks(target, mask)
  const at = (plane: Float32Array, share: number): Float32Array =>
    blur(plane, target, share * target.faceWidth)
  const strength = (finer: number, coarser: number): number => {
    const [own, wanted] = [light, target.lab.l].map((plane) => {
      const { weight, meanSquare } = weightedDifference(at(plane, finer), at(plane, coarser), seen)
      return weight < 1 ? 0 : Math.sqrt(meanSquare)
    })
    return wanted === 0 ? 1 : own! / wanted!
  }
  dimWhites(light, target.lab.l, openings, eyes)
  const sharp = strength(EYE_DETAIL.fine, EYE_DETAIL.sharp)
  if (sharp < EYE_STRENGTH.least) {
    throw new Fault(
      'hidden-face',
      `The eyes of the reference face show ${Math.floor(100 * sharp)} % of the detail of those that they would ` +
        `replace; ${100 * EYE_STRENGTH.least} % are needed.`,
      { role: 'ref' },
    )
  }
  const whole = strength(EYE_DETAIL.fine, EYE_DETAIL.coarse)
  const wanted = Math.min(EYE_STRENGTH.most, Math.max(EYE_STRENGTH.from, whole))
  const gain = Math.min(EYE_STRENGTH.gain, wanted / whole)
  const { fine, coarse } = EYE_DETAIL
  if (gain !== 1) amplify({ light, detail: light, base: at(light, coarse), eyes }, { gain })
  const { from, gain: most } = EYE_SHARPNESS
  const sharper = Math.min(most, from / strength(fine, EYE_DETAIL.sharp))
  if (sharper <= 1) return
  const [detail, base] = [at(light, fine), at(light, EYE_DETAIL.sharp)]
  amplify({ light, detail, base, eyes }, { gain: sharper })
}

/** Makes what is lighter than the middle of the donor's eyes no lighter than in the target's: whites would glow. */
function dimWhites(
  light: Float32Array,
  target: Float32Array,
  openings: Float32Array,
  eyes: Float32Array,
): void {
  const at = (plane: Float32Array, share: number): number => medianWithin(plane, openings, share)
  const middle = at(light, 0.5)
  const [own, wanted] = [light, target].map((plane) => at(plane, EYE_WHITES.quantile) - middle)
  const share = Math.max(EYE_WHITES.least, (wanted! + EYE_WHITES.over) / own!)
  if (share < 1) dim({ light, eyes }, { middle, share })
}

const dim = formula(
  { planes: ['light', 'eyes'], scalars: ['middle', 'share'] },
  `
  where eyes > ${SOFT_LEAST}
  light = light - min(1, 2 * eyes) * (1 - share) * max(0, light - middle)
`,
)

const amplify = formula(
  { planes: ['light', 'detail', 'base', 'eyes'], scalars: ['gain'] },
  `
  where eyes > ${SOFT_LEAST}
  light = light + min(1, 2 * eyes) * (gain - 1) * (detail - base)
`,
)
