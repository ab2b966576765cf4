import { allocPlane } from '../../raster/arena.ts'
import { blurAllWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { RetouchFilter, RetouchState } from './retouch-state.ts'
import { uncoveredFaceMask, underEyeMasks } from './under-eyes.ts'

/** The share of the difference to the skin around that goes at full intensity. */
const MAX_SHARE = 0.88

/** L* darker, or units of b* bluer, than the skin around from which on a place is wholly of a circle. */
const FULL_CONTRAST = 4

/** How much redder or yellower than usual, in CIELAB units, skin may be to have a say in what a circle is led to. */
const COLOUR_TOLERANCE = 5

/**
 * Lightens the shadow under each eye towards the skin around it, and takes its blue or brown cast: lightness alone would
 * leave a grey patch, on dark skin first of all.
 */
export const lightenDarkCircles: RetouchFilter = (patient, intensity) => {
  const { region, masks, lab } = patient
  const { faceWidth } = region
  const shown = uncoveredFaceMask(region, masks)
  const [hollow, other] = underEyeMasks(region)
  join({ hollow, other })
  const planes = [lab.l, lab.a, lab.b]
  const [goalL, goalA, goalB] = blurAllWithin(
    planes,
    referenceSkin(patient, hollow),
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

/** The skin beside the circles, flushed and stained places apart. */
function referenceSkin({ masks, lab }: RetouchState, hollow: Float32Array): Float32Array {
  const { clear, typical } = masks
  const calm = allocPlane(clear.length)
  const usual = { typicalL: typical.l, typicalA: typical.a, typicalB: typical.b }
  findCalm({ calm, plain: clear, hollow, ...lab }, usual)
  return calm
}

// The same skin in more or less light has colour in proportion to L* + 16.
const findCalm = formula(
  {
    planes: ['plain', 'hollow', 'l', 'a', 'b', 'calm'],
    scalars: ['typicalL', 'typicalA', 'typicalB'],
  },
  `
  beside = max(0, plain * (1 - 2 * hollow))
  light = (l + 16) / (typicalL + 16)
  off = square(a - light * typicalA) + square(b - light * typicalB)
  calm = beside * (0.01 + exp(-off / ${COLOUR_TOLERANCE ** 2}))
`,
)
