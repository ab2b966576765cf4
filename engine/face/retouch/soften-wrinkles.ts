import { allocPlane } from '../../raster/arena.ts'
import { debugPlane } from '../../raster/debug.ts'
import { averageAlongLines } from '../../raster/filter/average-along-lines.ts'
import { blur, blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { lineOrientation } from '../../raster/filter/line-structure.ts'
import { robustDeviationWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import type { FaceRegion } from '../face-region.ts'
import {
  SOFTEN_BESIDE,
  SOFTEN_FLOW,
  SOFTEN_FORM,
  SOFTEN_GRAIN,
  SOFTEN_LIFT,
  SOFTEN_REST,
  SOFTEN_SHARE,
  SOFTEN_STRAIGHT,
} from '../tuning.ts'
import { findWrinkles, wrinkleSearchMask } from './find-wrinkles.ts'
import type { RetouchFilter } from './retouch-state.ts'

/**
 * Softens wrinkles along their lines. Each line, its groove and the ridges beside it, moves towards the skin around by
 * one share of its depth, so that a deep fold becomes a shallow one and not a thin one. Only what a line has in common
 * along its length is removed: pores and grain on it stay, and so does the skin between the lines.
 */
export const softenWrinkles: RetouchFilter = (state, intensity) => {
  const { region, lab } = state
  const { faceWidth } = region
  const skin = wrinkleSearchMask(state)
  const { cover, depth } = findWrinkles(state, skin)
  debugPlane('wrinkles', cover, region)
  const beside = allocPlane(skin.length)
  findBeside({ beside, skin, cover })
  const planes = [lab.l, lab.a, lab.b] as const
  const [l, a, b] = blurAllWithin(planes, beside, region, SOFTEN_FORM * faceWidth)
  const details = [l!, a!, b!] as [Float32Array, Float32Array, Float32Array]
  for (const [nth, plane] of planes.entries()) {
    compare({ detail: details[nth]!, plane, skin })
  }
  const flow = lineOrientation(
    blur(lab.l, region, SOFTEN_FLOW.fine * faceWidth),
    cover,
    region,
    SOFTEN_FLOW.sigma * faceWidth,
  )
  const commons = averageAlongLines(
    details,
    flow,
    cover,
    region,
    Math.max(SOFTEN_FLOW.leastStraight, SOFTEN_STRAIGHT * faceWidth),
  )
  for (const [nth, plane] of planes.entries()) {
    const [detail, common] = [details[nth]!, commons[nth]!]
    const usual = SOFTEN_GRAIN.times * (SOFTEN_GRAIN.least + grainDeviation(plane, skin, region))
    takeDown({ plane, detail, common, cover, depth }, { intensity, usual })
    const soft = blurWithin(common, skin, region, SOFTEN_REST * faceWidth)
    blunt({ plane, soft, common, cover, depth }, { intensity })
  }
  // A softened fold is skin: the filters that follow must change it as they change the skin beside it.
  const { masks } = state
  for (const mask of [masks.skin, masks.clear]) {
    widen({ mask, bare: masks.bare, cover }, { intensity })
  }
}

const findBeside = formula(
  { planes: ['beside', 'skin', 'cover'] },
  `beside = skin * (1 - ${SOFTEN_BESIDE} * cover)`,
)

const compare = formula({ planes: ['detail', 'skin', 'plane'] }, 'detail = skin * (plane - detail)')

const takeDown = formula(
  { planes: ['cover', 'depth', 'detail', 'common', 'plane'], scalars: ['usual', 'intensity'] },
  `
  where cover > 0
  share = min(${SOFTEN_SHARE}, ${SOFTEN_LIFT} / max(1, depth))
  rest = detail - common
  coarse = rest * (1 - exp(-square(rest / usual)))
  plane = plane - intensity * cover * share * (common + coarse)
  common = (1 - share) * common
`,
)

const blunt = formula(
  { planes: ['cover', 'depth', 'plane', 'soft', 'common'], scalars: ['intensity'] },
  `
  where cover > 0
  deep = 1 - min(1, ${SOFTEN_LIFT} / (${SOFTEN_SHARE} * max(1, depth)))
  plane = plane + intensity * cover * deep * (soft - common)
`,
)

const widen = formula(
  { planes: ['mask', 'cover', 'bare'], scalars: ['intensity'] },
  'mask = mask + intensity * cover * max(0, bare - mask)',
)

/** The standard deviation of the finest detail on most of the skin. */
function grainDeviation(plane: Float32Array, skin: Float32Array, region: FaceRegion): number {
  const coarse = blur(
    plane,
    region,
    Math.max(SOFTEN_GRAIN.leastSigma, SOFTEN_GRAIN.sigma * region.faceWidth),
  )
  leaveGrain({ coarse, plane })
  return robustDeviationWithin(coarse, skin)
}

const leaveGrain = formula({ planes: ['coarse', 'plane'] }, 'coarse = abs(plane - coarse)')
