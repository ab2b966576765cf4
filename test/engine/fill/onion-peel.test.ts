import { expect, test } from 'vitest'
import { KNOWN, type Level, OCCLUDED, TARGET } from '../../../engine/fill/level.ts'
import { onionPeel } from '../../../engine/fill/onion-peel.ts'

/** A level from a drawing: `.` known, `#` target, `x` occluded. Known pixels have the level 10 times their column. */
function levelOf(...rows: string[]): Level {
  const [width, height] = [rows[0]!.length, rows.length]
  const state = Uint8Array.from(rows.join(''), (c) =>
    c === '.' ? KNOWN : c === '#' ? TARGET : OCCLUDED,
  )
  const rgb = new Uint8ClampedArray(3 * state.length)
  for (let i = 0; i < state.length; i++) {
    if (state[i] === KNOWN) rgb.fill(10 * (i % width), 3 * i, 3 * i + 3)
  }
  return { width, height, scale: 1, rgb, state, confidence: new Float32Array(state.length) }
}

const round = (values: Float32Array) => Array.from(values, (v) => Math.round(v * 1000) / 1000)

test('confidence falls with each ring from the known pixels inwards', () => {
  const level = levelOf('.......', '.#####.', '.#####.', '.#####.', '.......')
  onionPeel(level)
  const [a, b] = [0.72, 0.518]
  const row = (y: number) => round(level.confidence.subarray(7 * y, 7 * y + 7))
  expect(row(0)).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(row(1)).toEqual([1, a, a, a, a, a, 1])
  expect(row(2)).toEqual([1, a, b, b, b, a, 1])
})

test('confidence never falls below its minimum, however deep the target', () => {
  const level = levelOf(`.${'#'.repeat(40)}`)
  onionPeel(level)
  expect(level.confidence[1]).toBeCloseTo(0.72)
  expect(level.confidence[13]).toBeCloseTo(0.02, 2)
  expect(level.confidence[40]).toBeCloseTo(0.02, 6)
})

test('each ring is predicted as the mean of its coloured neighbours, outer rings first', () => {
  const level = levelOf('....', '.##.', '....')
  level.rgb.fill(0)
  for (let i = 0; i < 12; i++) if (level.state[i] === KNOWN) level.rgb[3 * i] = i < 4 ? 120 : 60
  onionPeel(level)
  // Of the eight pixels around the left target seven are known: three above, one beside it, three below.
  expect(level.rgb[3 * 5]).toBe(Math.round((3 * 120 + 4 * 60) / 7))
  const known = level.rgb.filter((_, i) => level.state[Math.floor(i / 3)] === KNOWN && i % 3 === 0)
  expect(new Set(known)).toEqual(new Set([120, 60]))
})

test('without a prediction the colours of the target stay', () => {
  const level = levelOf('.....', '.###.', '.....')
  const before = level.rgb.slice()
  onionPeel(level, false)
  expect(level.rgb).toEqual(before)
  expect(level.confidence[7]).toBeGreaterThan(0)
})

test('occluded pixels, and a target that they enclose, have no confidence', () => {
  const level = levelOf('.......', '.xxxxx.', '.x###x.', '.xxxxx.', '.......')
  onionPeel(level)
  for (const i of [8, 9, 15, 16, 17, 18]) expect(level.confidence[i]).toBe(0)
})

test('a target next to the left and right edges does not touch the pixels of the next row', () => {
  const level = levelOf('xx#', '#xx', 'xxx')
  onionPeel(level)
  expect(round(level.confidence)).toEqual(new Array(9).fill(0))
})
