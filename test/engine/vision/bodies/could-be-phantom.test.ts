import { expect, test } from 'vitest'
import { couldBePhantom } from '../../../../engine/vision/bodies/could-be-phantom.ts'

const sure = { score: 0.9, box: { left: 100, top: 0, width: 100, height: 300 } }

/** Something of a score that lies on the sure body by a share of its own box. */
function beside(score: number, share: number) {
  return { score, box: { left: 100 - 50 * (1 - share), top: 100, width: 50, height: 50 } }
}

test.each([
  [0.69, 0.31, true],
  [0.7, 0.31, false],
  [0.69, 0.3, false],
])('of score %f, on a surer body by %f of its box: %s', (score, share, is) => {
  const body = beside(score, share)
  expect(couldBePhantom(body, [body, sure])).toBe(is)
})

test('where no body is sure, each is somebody', () => {
  const [one, other] = [beside(0.6, 1), { ...sure, score: 0.65 }]
  expect(couldBePhantom(one, [one, other])).toBe(false)
})
