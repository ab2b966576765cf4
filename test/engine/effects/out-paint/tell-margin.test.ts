import { expect, test } from 'vitest'
import { poorSides, tellMargin } from '../../../../engine/effects/out-paint/tell-margin.ts'

const NONE = { left: 0, top: 0, right: 0, bottom: 0 }

test.each([
  ['calmed', 'Part of the margin on the left and at the bottom is continued in calm colour'],
  ['torn', 'does not quite join the picture on the left and at the bottom'],
] as const)('sides are named that are %s to more than 0.08', (kind, words) => {
  const judged = (share: number) => ({
    calmed: NONE,
    torn: NONE,
    [kind]: { ...NONE, left: share, bottom: share },
  })
  expect(tellMargin(judged(0.08))).toBeUndefined()
  expect(poorSides(judged(0.08))).toEqual([])
  expect(tellMargin(judged(0.081))).toContain(words)
  expect(poorSides(judged(0.081))).toEqual(['left', 'bottom'])
})

test('what is calm on one side and torn on another is said of each', () => {
  const judged = { calmed: { ...NONE, top: 0.5 }, torn: { ...NONE, right: 0.2 } }
  expect(tellMargin(judged)).toMatch(/margin at the top is continued .* picture on the right:/)
  expect(poorSides(judged)).toEqual(['top', 'right'])
})
