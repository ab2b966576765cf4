import { allocPlane } from '../../raster/arena.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { RetouchFilter, RetouchState } from './retouch-state.ts'
import { uncoveredFaceMask, underEyeMasks } from './under-eyes.ts'

/** The share of the difference to the skin around that is removed at full intensity. */
const MAX_SHARE = 0.88

/** The difference to the skin around, in L* or in b*, at which a pixel belongs fully to a circle. */
const FULL_CONTRAST = 4

/**
 * Skin counts as a reference less and less the more its a* and b* differ from the typical ones; sigma in CIELAB units.
 */
const COLOUR_TOLERANCE = 5

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
    0.05 * faceWidth,
  )
  const [ownL, ownA, ownB] = blurAllWithin(planes, shown, region, 0.01 * faceWidth)
  const found = {
    goalL: goalL!,
    goalA: goalA!,
    goalB: goalB!,
    ownL: ownL!,
    ownA: ownA!,
    ownB: ownB!,
  }
  lighten({ ...lab, hollow, shown, ...found }, { most: intensity * MAX_SHARE })
}

const join = formula({ planes: ['hollow', 'other'] }, 'hollow = max(hollow, other)')

const lighten = formula(
  {
    planes: ['hollow', 'shown', 'goalL', 'ownL', 'goalB', 'ownB', 'l', 'a', 'goalA', 'ownA', 'b'],
    scalars: ['most'],
  },
  `
  share = most * hollow * shown
  where share >= 0.004
  dark = max(0, goalL - ownL)
  blue = max(0, goalB - ownB)
  cast = share * smoothstep(0, ${FULL_CONTRAST}, hypot(dark, blue))
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
  calm = beside * (0.01 + exp(-off / ${COLOUR_TOLERANCE ** 2}))
`,
)
