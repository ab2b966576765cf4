import { expect, test } from 'vitest'
import { workersFor } from '../../catalog/video-shares.ts'

const HD = { width: 1280, height: 720 }

test('one worker makes what it has time for, and several share what is longer', () => {
  // Two and a half minutes, and ten, at 30 frames a second.
  expect(workersFor('bg-replace-vid', { frames: 4500, ...HD })).toBe(1)
  expect(workersFor('bg-replace-vid', { frames: 18_000, ...HD })).toBe(8)
  expect(workersFor('bg-replace-vid', { frames: 18_000, width: 1920, height: 1080 })).toBe(12)
})

test('there are no more workers than may be, and none without a frame', () => {
  const rule = { alone: 0, segment: 0.001 }
  expect(workersFor('bg-replace-vid', { frames: 18_000, ...HD }, rule)).toBe(100)
  expect(workersFor('bg-replace-vid', { frames: 3, ...HD }, rule)).toBe(3)
  expect(workersFor('bg-replace-vid', { frames: 1, ...HD }, rule)).toBe(1)
})

test('what always fits into the time of one worker is not shared', () => {
  for (const feature of ['video-trans', 'obj-rem-vid', 'image-to-video']) {
    expect(workersFor(feature, { frames: 1800, width: 1920, height: 1080 })).toBe(1)
  }
})
