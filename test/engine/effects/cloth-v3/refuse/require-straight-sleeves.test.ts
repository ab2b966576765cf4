import { expect, test } from 'vitest'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { requireStraightSleeves } from '../../../../../engine/effects/cloth-v3/refuse/require-straight-sleeves.ts'

/** Somebody with an elbow bent by so many degrees. */
function bentBy(degrees: number): Wearer {
  const turn = (degrees * Math.PI) / 180
  const bent = [
    { x: 50, y: 50 },
    { x: 50, y: 150 },
    { x: 50 + 100 * Math.sin(turn), y: 150 + 100 * Math.cos(turn) },
  ]
  return {
    arms: [bent, [50, 150, 250].map((y) => ({ x: 250, y }))],
    torso: {
      origin: { x: 150, y: 50 },
      right: { x: 1, y: 0 },
      down: { x: 0, y: 1 },
      shoulders: 200,
      length: 250,
    },
  } as unknown as Wearer
}

test('no sleeve covers an elbow that is bent far', () => {
  expect(() => requireStraightSleeves(bentBy(100), [190, 190])).toThrow('bent by 100°')
  expect(() => requireStraightSleeves(bentBy(55), [190, 190])).not.toThrow()
})

test('a short one leaves it free', () => {
  expect(() => requireStraightSleeves(bentBy(100), [110, 110])).not.toThrow()
})
