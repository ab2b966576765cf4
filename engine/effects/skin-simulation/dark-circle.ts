import { formula } from '../../raster/formula.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { blurAllWithin } from '../skin/blur.ts'
import type { Patient, Treatment } from './treatment.ts'
import { notCovered, underEyes } from './under-eyes.ts'

/** The share of the difference to the skin around that goes at full intensity. */
const SHARE = 0.88

/** L* darker, or units of b* bluer, than the skin around from which on a place is wholly of a circle. */
const FAINT = 4

/** How much redder or yellower than usual, in CIELAB units, skin may be to have a say in what a circle is led to. */
const CALM = 5

/**
 * Lightens the shadow under each eye towards the skin around it, and takes its blue or brown cast: lightness alone would
 * leave a grey patch, on dark skin first of all.
 */
export const darkCircle: Treatment = (patient, intensity) => {
  const { canvas, masks, tone } = patient
  const { unit } = canvas
  const shown = notCovered(canvas, masks)
  const [hollow, other] = underEyes(canvas)
  join({ hollow, other })
  const planes = [tone.l, tone.a, tone.b]
  const [goalL, goalA, goalB] = blurAllWithin(
    planes,
    calmSkin(patient, hollow),
    canvas,
    0.05 * unit,
  )
  const [ownL, ownA, ownB] = blurAllWithin(planes, shown, canvas, 0.01 * unit)
  const found = {
    goalL: goalL!,
    goalA: goalA!,
    goalB: goalB!,
    ownL: ownL!,
    ownA: ownA!,
    ownB: ownB!,
  }
  lighten({ ...tone, hollow, shown, ...found }, { most: intensity * SHARE })
}

const join = formula('hollow = max(hollow, other)')

const lighten = formula(`
  share = most * hollow * shown
  where share >= 0.004
  dark = max(0, goalL - ownL)
  blue = max(0, goalB - ownB)
  cast = share * smoothstep(0, ${FAINT}, hypot(dark, blue))
  l = l + share * dark
  a = a + cast * (goalA - ownA)
  b = b + cast * (goalB - ownB)
`)

/** The skin beside the circles, flushed and stained places apart. */
function calmSkin({ masks, tone }: Patient, hollow: Float32Array): Float32Array {
  const { plain, typical } = masks
  const calm = takePlane(plain.length)
  const usual = { typicalL: typical.l, typicalA: typical.a, typicalB: typical.b }
  findCalm({ calm, plain, hollow, ...tone }, usual)
  return calm
}

// The same skin in more or less light has colour in proportion to L* + 16.
const findCalm = formula(`
  beside = max(0, plain * (1 - 2 * hollow))
  light = (l + 16) / (typicalL + 16)
  off = square(a - light * typicalA) + square(b - light * typicalB)
  calm = beside * (0.01 + exp(-off / ${CALM ** 2}))
`)
