import { expect, test } from 'vitest'
import { movedNumber, tunedNumbers, withMoved } from './tuned-numbers.ts'

const SOURCE = `
/** 0.7 in words is no number. */
export const ONE = 0.4
export const LID = { wide: 0.25, by: { up: -0.05 }, name: 'lid 2' } as const
const STEPS = [1, 1 / 3] as const
export function of(value: number): number { return 9 * value }
`

test('finds every number that constants are made of, by its name', () => {
  expect(tunedNumbers(SOURCE).map(({ name, value }) => [name, value])).toEqual([
    ['ONE', 0.4],
    ['LID.wide', 0.25],
    ['LID.by.up', -0.05],
    ['STEPS.0', 1],
    ['STEPS.1', 1],
    ['STEPS.1', 3],
  ])
})

test('moves these numbers and nothing else', () => {
  const moved = tunedNumbers(SOURCE).filter(({ name }) => /up|STEPS.0/.test(name))
  const expected = SOURCE.replace('up: -0.05', 'up: -0.055').replace('[1,', '[2,')
  expect(withMoved(SOURCE, moved, 0.1)).toBe(expected)
})

test('a share of a fraction, and a whole number by a whole one', () => {
  expect([movedNumber(0.3, 0.1), movedNumber(0.3, -0.1)]).toEqual([0.33, 0.27])
  expect([movedNumber(3, 0.1), movedNumber(3, -0.1), movedNumber(40, 0.1)]).toEqual([4, 2, 44])
  expect([movedNumber(-40, 0.1), movedNumber(0, -0.1)]).toEqual([-44, -1])
})
