import { allocPlane } from '../../raster/arena.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import {
  DARK_CIRCLE_COLOUR,
  DARK_CIRCLE_CONTRAST,
  DARK_CIRCLE_SHARE,
  DARK_CIRCLE_SIGMA,
  DARK_CIRCLE_SOME,
  RETOUCH_LEAST,
} from '../tuning.ts'
import type { RetouchFilter, RetouchState } from './retouch-state.ts'
import { uncoveredFaceMask, underEyeMasks } from './under-eyes.ts'

/**
 * Lightens the shadow under each eye towards the skin around it, and removes its blue or brown cast: lightness alone
 * would leave a grey patch, most of all on dark skin.
 */
export const lightenDarkCircles: RetouchFilter = (state, intensity) => {
  const { region, masks, lab } = state
  const { faceWidth } = region
  const shown = uncoveredFaceMask(region, masks)
  const [hollow, other] = underEyeMasks(region)
  join({ hollow, other })
  const planes = [lab.l, lab.a, lab.b]
  const [goalL, goalA, goalB] = blurAllWithin(
    planes,
    referenceSkin(state, hollow),
    region,
    DARK_CIRCLE_SIGMA.around * faceWidth,
  )
  const [ownL, ownA, ownB] = blurAllWithin(planes, shown, region, DARK_CIRCLE_SIGMA.own * faceWidth)
  const found = {
    goalL: goalL!,
    goalA: goalA!,
    goalB: goalB!,
    ownL: ownL!,
    ownA: ownA!,
    ownB: ownB!,
  }
  lighten({ ...lab, hollow, shown, ...found }, { most: intensity * DARK_CIRCLE_SHARE })
}

const join = formula({ planes: ['hollow', 'other'] }, 'hollow = max(hollow, other)')

const lighten = formula(
  {
    planes: ['hollow', 'shown', 'goalL', 'ownL', 'goalB', 'ownB', 'l', 'a', 'goalA', 'ownA', 'b'],
    scalars: ['most'],
  },
  `
  share = most * hollow * shown
  where share >= ${RETOUCH_LEAST}
  dark = max(0, goalL - ownL)
  blue = max(0, goalB - ownB)
  cast = share * smoothstep(0, ${DARK_CIRCLE_CONTRAST}, hypot(dark, blue))
  l = l + share * dark
  a = a + cast * (goalA - ownA)
  b = b + cast * (goalB - ownB)
`,
)

/** Weights, 0–1, of the skin beside the circles; flushed and stained skin has little. */
function referenceSkin({ masks, lab }: RetouchState, hollow: Float32Array): Float32Array {
  const { clear, typical } = masks
  const calm = allocPlane(clear.length)
  const usual = { typicalL: typical.l, typicalA: typical.a, typicalB: typical.b }
  findCalm({ calm, clear, hollow, ...lab }, usual)
  return calm
}

// The same skin in more or less light has a* and b* in proportion to L* + 16.
const findCalm = formula(
  {
    planes: ['clear', 'hollow', 'l', 'a', 'b', 'calm'],
    scalars: ['typicalL', 'typicalA', 'typicalB'],
  },
  `
  beside = max(0, clear * (1 - 2 * hollow))
  light = (l + 16) / (typicalL + 16)
  off = square(a - light * typicalA) + square(b - light * typicalB)
  calm = beside * (${DARK_CIRCLE_SOME} + exp(-off / ${DARK_CIRCLE_COLOUR ** 2}))
`,
)
