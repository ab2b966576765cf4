import { expect, test } from 'vitest'
import { paintFrames } from '../../../../engine/effects/video-trans/paint-frames.ts'
import { STYLES } from '../../../../engine/effects/video-trans/styles.ts'
import { newFrame, planesOf } from '../../../../engine/video/video-info.ts'

test('dark clothes stay dark on a cel, and light ones light', () => {
  const size = { width: 160, height: 120 }
  const frame = newFrame(size.width, size.height, 0)
  const { y, u, v } = planesOf(frame)
  u.fill(134)
  v.fill(124)
  // A little of black, a dark suit, and what is light.
  for (let at = 0; at < y.length; at++) {
    const x = at % size.width
    y[at] = x < 8 ? 16 : x < 80 ? 40 : 210
  }
  const painted = paintFrames(STYLES['cel']!, size, { red: 0.299, blue: 0.114 })(frame)
  const row = planesOf(painted).y.subarray(60 * size.width, 61 * size.width)
  expect(row[40]).toBeLessThan(80)
  expect(row[40]).toBeGreaterThan(35)
  expect(row[120]).toBeGreaterThan(190)
})

test('a cel leaves the colour of skin in the shade as it is', () => {
  const size = { width: 160, height: 120 }
  const frame = newFrame(size.width, size.height, 0)
  const { y, u, v } = planesOf(frame)
  u.fill(116)
  v.fill(148)
  for (let at = 0; at < y.length; at++) y[at] = at % size.width < 80 ? 44 : 210
  const painted = paintFrames(STYLES['cel']!, size, { red: 0.299, blue: 0.114 })(frame)
  const row = planesOf(painted).v.subarray(30 * 80, 31 * 80)
  expect(row[20]! - 128).toBeLessThanOrEqual(21)
  expect(row[60]! - 128).toBeGreaterThan(21)
})
