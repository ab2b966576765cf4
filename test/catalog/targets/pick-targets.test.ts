import { expect, test } from 'vitest'
import { pickTargets } from '../../../catalog/targets/pick-targets.ts'
import { fc } from '../../setup/random.ts'

function box(left: number, top: number, width: number, height: number) {
  return {
    left,
    top,
    width,
    height,
  }
}
/** Three people: the middle one is the largest, the right one the highest. */
const group = [box(0, 50, 40, 90), box(100, 40, 60, 120), box(300, 10, 30, 80)]

test.each([
  ['largest', 1],
  ['leftmost', 0],
  ['rightmost', 2],
  ['topmost', 2],
  ['centre', 1],
])('%s', (choice, index) => {
  expect(pickTargets(choice, group).map((target) => target.index)).toEqual([index])
})

test('all chooses everybody, in the order of the detection', () => {
  expect(pickTargets('all', group).map(({ index }) => index)).toEqual([0, 1, 2])
})

test('chooses nobody where nobody was found, and nobody for an unknown choice', () => {
  for (const choice of ['largest', 'centre', 'all']) expect(pickTargets(choice, [])).toEqual([])
  expect(pickTargets('prettiest', group)).toEqual([])
})

test('gives the same target every time, and the lowest index among equals', () => {
  const side = fc.integer({ min: 0, max: 3 })
  const boxes = fc.array(fc.record({ left: side, top: side, width: side, height: side }), {
    minLength: 1,
  })
  const choice = fc.constantFrom('largest', 'leftmost', 'rightmost', 'topmost', 'centre')
  fc.assert(
    fc.property(boxes, choice, (found, which) => {
      const [target] = pickTargets(which, found)
      const doubled = pickTargets(which, [...found, ...found])[0]
      expect(doubled?.index).toBe(target?.index)
    }),
  )
})

test('says why a target was chosen', () => {
  expect(pickTargets('largest', group)[0]).toMatchObject({ box: group[1], why: 'largest of 3' })
})

test.each([
  // By height over width it were the first, by width alone the second.
  ['largest', [box(0, 0, 10, 100), box(0, 0, 100, 1), box(0, 0, 40, 40)], 2],
  // The right edge decides, not the left one, and not where a box would end to its left.
  ['rightmost', [box(300, 0, 30, 9), box(200, 0, 200, 9), box(310, 0, 10, 9)], 1],
  // All of them span from 100 to 800.
  ['centre', [box(100, 0, 20, 9), box(290, 0, 40, 9), box(380, 0, 40, 9), box(700, 0, 100, 9)], 2],
  // A wide box counts by its middle.
  ['centre', [box(0, 0, 10, 9), box(100, 0, 400, 9), box(315, 0, 20, 9), box(600, 0, 20, 9)], 1],
])('%s goes by the whole box', (choice, boxes, index) => {
  expect(pickTargets(choice, boxes)).toEqual([
    { index, box: boxes[index], why: `${choice} of ${boxes.length}` },
  ])
})
