import { formula } from '../../raster/formula.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { blur, blurAllWithin, blurWithin } from '../skin/blur.ts'
import { medianWithin } from '../skin/median-within.ts'
import type { Treatment } from './treatment.ts'

/** Redness above the face's own, in a*, that is healthy colour and stays. */
const HEALTHY = 1.2

/** The share of a wide difference between two sides of a face that is put down to the light. */
const SIDE = 0.7

/** How much of the rest goes at full intensity, by how much red skin is darker than calm skin, and L* that come back at most. */
const CALM = 0.78
const DARKER = 0.3
const LIFT = 6

/** How much redder than usual, in a*, skin may be to have a say in the hue of calm skin, and how far around it is asked. */
const FLUSHED = 2.5
const AROUND = 0.12

/**
 * Takes a* above the face's typical value down, wherever it is: flush, irritation, reddened wings of the nose. The rest
 * of the colour goes to that of the person's own calm skin near by, not to grey.
 */
export const redness: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { unit } = canvas
  const near = Math.max(0.7, 0.005 * unit)
  const a = blur(tone.a, canvas, near)
  const l = blurWithin(tone.l, masks.region, canvas, 0.02 * unit)
  const typicalA = medianWithin(a, masks.plain, 0.5)
  // Warm light from one side makes that whole side redder: only what differs from its own side counts in full.
  const side = blurWithin(tone.a, masks.plain, canvas, 0.2 * unit)
  const typicalL = Math.max(5, masks.typical.l)
  const { region, plain } = masks
  const [excess, calm, hueA, hueB] = [a, a, a, a].map(({ length }) => takePlane(length)) as Four
  find(
    { a, l, side, plain, tone: tone.l, toneA: tone.a, toneB: tone.b, excess, calm, hueA, hueB },
    {
      typicalA,
      typicalL,
    },
  )
  const [calmA, calmB] = blurAllWithin([hueA, hueB], calm, canvas, AROUND * unit)
  const b = blur(tone.b, canvas, near)
  const found = { excess, calmA: calmA!, calmB: calmB!, region, nearL: l, nearA: a, nearB: b }
  takeAway({ ...tone, ...found }, { intensity })
}

type Four = [Float32Array, Float32Array, Float32Array, Float32Array]

// Less light shows less colour: the measure goes with the light. The same skin in more or less light has colour in
// proportion to L* + 16.
const find = formula(`
  lit = typicalA * min(1.12, max(0.75, l / typicalL))
  over = max(0, a - lit - ${SIDE} * max(0, side - lit) - ${HEALTHY})
  excess = over
  calm = plain * exp(-square(over / ${FLUSHED}))
  hueA = toneA / (tone + 16)
  hueB = toneB / (tone + 16)
`)

const takeAway = formula(`
  where region >= 0.004
  away = ${CALM} * excess
  where away > 0
  lift = ${LIFT} * tanh(${DARKER} * away / ${LIFT})
  light = nearL + lift + 16
  share = min(1, away / max(away, nearA - calmA * light))
  a = a - intensity * region * away
  b = b + intensity * region * share * (calmB * light - nearB)
  l = l + intensity * region * lift
`)
