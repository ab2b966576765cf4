import { expect, test } from 'vitest'
import { longestSide } from '../../../engine/prepare/longest-side.ts'

const RULE = { maxLongSide: 4096, maxSeconds: 600 }

test.each([
  ['a minute of 1080p', 1920, 1080, 60, 'sdr', 1920],
  ['a minute of it in high dynamic range', 1080, 1920, 60, 'hlg', 1920],
  ['ten minutes of 1080p', 1920, 1080, 600, 'sdr', 1920],
  ['an hour of it, of which ten minutes are kept', 1920, 1080, 3600, 'sdr', 1920],
  ['ten minutes of it in high dynamic range', 1920, 1080, 600, 'pq', 1217],
  ['ten minutes of 4K', 3840, 2160, 600, 'sdr', 1987],
  ['a second of 8K', 7680, 4320, 1, 'hlg', 4096],
  ['a small one', 320, 240, 600, 'hlg', 320],
] as const)('%s', (_, width, height, seconds, transfer, side) => {
  expect(longestSide({ width, height, seconds, transfer }, RULE)).toBe(side)
})
