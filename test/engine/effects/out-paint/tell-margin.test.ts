import { expect, test } from 'vitest'
import { poorSides, tellMargin } from '../../../../engine/effects/out-paint/tell-margin.ts'

const NONE = { left: 0, top: 0, right: 0, bottom: 0 }

test.each([
  ['calmed', 0.08, 'Part of the margin on the left and at the bottom is continued in calm colour'],
  ['torn', 0.08, 'does not quite join the picture on the left and at the bottom'],
  ['cut', 0.03, 'Whom the edge cuts on the left and at the bottom is not completed'],
] as const)('sides are named that are %s to more than %d', (kind, most, words) => {
  const judged = (share: number) => ({
    calmed: NONE,
    torn: NONE,
    cut: NONE,
    [kind]: { ...NONE, left: share, bottom: share },
  })
  expect(tellMargin(judged(most))).toBeUndefined()
  expect(poorSides(judged(most))).toEqual([])
  expect(tellMargin(judged(most + 0.001))).toContain(words)
  expect(poorSides(judged(most + 0.001))).toEqual(['left', 'bottom'])
})

test('what is calm on one side and torn on another is said of each', () => {
  const judged = {
    calmed: { ...NONE, top: 0.5 },
    torn: { ...NONE, right: 0.2 },
    cut: { ...NONE, top: 0.4 },
  }
  expect(tellMargin(judged)).toMatch(/margin at the top is continued .* picture on the right:/)
  expect(poorSides(judged)).toEqual(['top', 'right'])
})
