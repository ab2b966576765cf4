import type { RetouchFilter } from '../../face/retouch/retouch-state.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'

/** a* above the face's typical value that is healthy colour and stays. */
const HEALTHY = 1.2

/** The share of a difference between the sides of a face that is attributed to the light. */
const SIDE = 0.7

/** The share of the excess that is removed at full intensity, L* gained per a* removed, and the bound of that gain. */
const CALM = 0.78
const DARKER = 0.3
const LIFT = 6

/**
 * Skin counts as calm less and less the redder it is (sigma, a*); its hue is averaged over this sigma, in widths of the
 * face.
 */
const FLUSHED = 2.5
const AROUND = 0.12

/**
 * Reduces redness: a* above the face's typical value, as of flush, irritation or reddened wings of the nose. The hue
 * moves to that of the person's own calm skin nearby, not to grey.
 */
export const reduceRedness: RetouchFilter = ({ region, masks, lab }, intensity) => {
  const { faceWidth } = region
  const near = Math.max(0.7, 0.005 * faceWidth)
  const a = blur(lab.a, region, near)
  const l = blurWithin(lab.l, masks.skin, region, 0.02 * faceWidth)
  const typicalA = medianWithin(a, masks.clear, 0.5)
  // Warm light from one side makes that whole side redder: only the difference to the skin's own side counts in full.
  const side = blurWithin(lab.a, masks.clear, region, 0.2 * faceWidth)
  const typicalL = Math.max(5, masks.typical.l)
  const { skin, clear } = masks
  const [excess, calm, hueA, hueB] = [a, a, a, a].map(({ length }) => allocPlane(length)) as Four
  find(
    { a, l, side, clear, tone: lab.l, toneA: lab.a, toneB: lab.b, excess, calm, hueA, hueB },
    {
      typicalA,
      typicalL,
    },
  )
  const [calmA, calmB] = blurAllWithin([hueA, hueB], calm, region, AROUND * faceWidth)
  const b = blur(lab.b, region, near)
  const found = { excess, calmA: calmA!, calmB: calmB!, skin, nearL: l, nearA: a, nearB: b }
  takeAway({ ...lab, ...found }, { intensity })
}

type Four = [Float32Array, Float32Array, Float32Array, Float32Array]

// Skin in less light has less colour: the threshold follows the light. The same skin in more or less light has a* and
// b* in proportion to L* + 16.
const find = formula(
  {
    planes: ['l', 'a', 'side', 'excess', 'calm', 'clear', 'hueA', 'toneA', 'tone', 'hueB', 'toneB'],
    scalars: ['typicalA', 'typicalL'],
  },
  `
  lit = typicalA * min(1.12, max(0.75, l / typicalL))
  over = max(0, a - lit - ${SIDE} * max(0, side - lit) - ${HEALTHY})
  excess = over
  calm = clear * exp(-square(over / ${FLUSHED}))
  hueA = toneA / (tone + 16)
  hueB = toneB / (tone + 16)
`,
)

const takeAway = formula(
  {
    planes: ['skin', 'excess', 'nearL', 'nearA', 'calmA', 'a', 'b', 'calmB', 'nearB', 'l'],
    scalars: ['intensity'],
  },
  `
  where skin >= 0.004
  away = ${CALM} * excess
  where away > 0
  lift = ${LIFT} * tanh(${DARKER} * away / ${LIFT})
  light = nearL + lift + 16
  share = min(1, away / max(away, nearA - calmA * light))
  a = a - intensity * skin * away
  b = b + intensity * skin * share * (calmB * light - nearB)
  l = l + intensity * skin * lift
`,
)
