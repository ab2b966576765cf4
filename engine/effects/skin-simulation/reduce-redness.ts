import type { RetouchFilter } from '../../face/retouch/retouch-state.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin, blurWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { medianWithin } from '../../raster/median-within.ts'

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
export const reduceRedness: RetouchFilter = ({ region: canvas, masks, lab }, intensity) => {
  const { faceWidth } = canvas
  const near = Math.max(0.7, 0.005 * faceWidth)
  const a = blur(lab.a, canvas, near)
  const l = blurWithin(lab.l, masks.skin, canvas, 0.02 * faceWidth)
  const typicalA = medianWithin(a, masks.clear, 0.5)
  // Warm light from one side makes that whole side redder: only what differs from its own side counts in full.
  const side = blurWithin(lab.a, masks.clear, canvas, 0.2 * faceWidth)
  const typicalL = Math.max(5, masks.typical.l)
  const { skin, clear } = masks
  const [excess, calm, hueA, hueB] = [a, a, a, a].map(({ length }) => allocPlane(length)) as Four
  find(
    { a, l, side, plain: clear, tone: lab.l, toneA: lab.a, toneB: lab.b, excess, calm, hueA, hueB },
    {
      typicalA,
      typicalL,
    },
  )
  const [calmA, calmB] = blurAllWithin([hueA, hueB], calm, canvas, AROUND * faceWidth)
  const b = blur(lab.b, canvas, near)
  const found = { excess, calmA: calmA!, calmB: calmB!, region: skin, nearL: l, nearA: a, nearB: b }
  takeAway({ ...lab, ...found }, { intensity })
}

type Four = [Float32Array, Float32Array, Float32Array, Float32Array]

// Less light shows less colour: the measure goes with the light. The same skin in more or less light has colour in
// proportion to L* + 16.
const find = formula(
  {
    planes: ['l', 'a', 'side', 'excess', 'calm', 'plain', 'hueA', 'toneA', 'tone', 'hueB', 'toneB'],
    scalars: ['typicalA', 'typicalL'],
  },
  `
  lit = typicalA * min(1.12, max(0.75, l / typicalL))
  over = max(0, a - lit - ${SIDE} * max(0, side - lit) - ${HEALTHY})
  excess = over
  calm = plain * exp(-square(over / ${FLUSHED}))
  hueA = toneA / (tone + 16)
  hueB = toneB / (tone + 16)
`,
)

const takeAway = formula(
  {
    planes: ['region', 'excess', 'nearL', 'nearA', 'calmA', 'a', 'b', 'calmB', 'nearB', 'l'],
    scalars: ['intensity'],
  },
  `
  where region >= 0.004
  away = ${CALM} * excess
  where away > 0
  lift = ${LIFT} * tanh(${DARKER} * away / ${LIFT})
  light = nearL + lift + 16
  share = min(1, away / max(away, nearA - calmA * light))
  a = a - intensity * region * away
  b = b + intensity * region * share * (calmB * light - nearB)
  l = l + intensity * region * lift
`,
)
