import { expect, test } from 'vitest'
import type { Series } from '../../../local/cloudwatch/metric.ts'
import { compileMath } from '../../../local/cloudwatch/metric-math.ts'

const WINDOW = { starts: [0, 60, 120], periodMs: 60 }
const SERIES: Record<string, Series> = {
  one: new Map([
    [0, 1],
    [60, 2],
  ]),
  two: new Map([
    [60, 4],
    [120, 5],
  ]),
  none: new Map(),
}

function evaluate(text: string): [number, number][] {
  return [...compileMath(text)((id) => SERIES[id] ?? new Map(), WINDOW)]
}

test.each([
  ['one', '0=1 60=2'],
  ['one + two', '60=6'],
  ['one - two * 2', '60=-6'],
  ['(one - two) * 2', '60=-4'],
  ['two / one', '60=2'],
  ['one / 0', ''],
  ['FILL(none, 0) + 1', '0=1 60=1 120=1'],
  ['100 * FILL(one, 0) / (FILL(one, 0) + FILL(two, 0) + 0.5)', '0=66.667 60=30.769 120=0'],
  ['one > 1', '0=0 60=1'],
  ['IF(one > 1, two, 7)', '0=7 60=4'],
  ['IF(FILL(one, 0) > 0, 0, two)', '0=0 60=0 120=5'],
  ['IF(none, 1, 2)', ''],
])('%s gives %s', (text, expected) => {
  const found = evaluate(text).map(([at, value]) => `${at}=${Number(value.toFixed(3))}`)
  expect(found.join(' ')).toBe(expected)
})

test.each([
  'one +',
  '(one',
  'one two',
  '1 + 1',
  'FILL(one)',
  'FILL(one, REPEAT)',
  'IF(one > 1, two)',
  'IF(one, two, 1',
  'SEARCH("x")',
  'one % 2',
  'One',
  '',
])('refuses %s by its text', (text) => {
  expect(() => evaluate(text)).toThrow(`cannot be evaluated locally: ${text}`)
})

test('reads a long expression in a time that grows with its length', () => {
  const long = `${'one + '.repeat(5_000)}one`
  expect(evaluate(long)).toEqual([
    [0, 5_001],
    [60, 10_002],
  ])
})
