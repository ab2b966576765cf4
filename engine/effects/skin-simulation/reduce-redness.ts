import type { RetouchFilter } from '../../face/retouch/retouch-state.ts'
import { RETOUCH_LEAST } from '../../face/tuning.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import {
  REDNESS_AROUND,
  REDNESS_CALM,
  REDNESS_DARKER,
  REDNESS_FLUSHED,
  REDNESS_HEALTHY,
  REDNESS_LIFT,
  REDNESS_LIT,
  REDNESS_SIDE,
  REDNESS_SIGMA,
} from './tuning.ts'

/**
 * Reduces redness: a* above the face's typical value, as of flush, irritation or reddened wings of the nose. The hue
 * moves to that of the person's own calm skin nearby, not to grey.
 */
export const reduceRedness: RetouchFilter = ({ region, masks, lab }, intensity) => {
  const { faceWidth } = region
  const near = REDNESS_SIGMA.near * faceWidth
  const a = blur(lab.a, region, near)
  const l = blurWithin(lab.l, masks.skin, region, REDNESS_SIGMA.light * faceWidth)
  const typicalA = medianWithin(a, masks.clear, 0.5)
  // Warm light from one side makes that whole side redder: only the difference to the skin's own side counts in full.
  const side = blurWithin(lab.a, masks.clear, region, REDNESS_SIGMA.side * faceWidth)
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
  const [calmA, calmB] = blurAllWithin([hueA, hueB], calm, region, REDNESS_AROUND * faceWidth)
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
  lit = typicalA * min(${REDNESS_LIT.most}, max(${REDNESS_LIT.least}, l / typicalL))
  over = max(0, a - lit - ${REDNESS_SIDE} * max(0, side - lit) - ${REDNESS_HEALTHY})
  excess = over
  calm = clear * exp(-square(over / ${REDNESS_FLUSHED}))
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
  where skin >= ${RETOUCH_LEAST}
  away = ${REDNESS_CALM} * excess
  where away > 0
  lift = ${REDNESS_LIFT} * tanh(${REDNESS_DARKER} * away / ${REDNESS_LIFT})
  light = nearL + lift + 16
  share = min(1, away / max(away, nearA - calmA * light))
  a = a - intensity * skin * away
  b = b + intensity * skin * share * (calmB * light - nearB)
  l = l + intensity * skin * lift
`,
)
