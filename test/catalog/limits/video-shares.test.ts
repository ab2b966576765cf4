import { expect, test } from 'vitest'
import { workersFor } from '../../../catalog/limits/video-shares.ts'

const HD = { width: 1280, height: 720 }
const FULL_HD = { width: 1920, height: 1080 }

test('one worker makes what it has time for, and several share what is longer', () => {
  // Two and a half minutes, and ten, at 30 frames a second.
  expect(workersFor('bg-replace-vid', { frames: 4500, ...HD })).toBe(1)
  expect(workersFor('bg-replace-vid', { frames: 18_000, ...HD })).toBe(8)
  expect(workersFor('bg-replace-vid', { frames: 18_000, ...FULL_HD })).toBe(12)
})

test('there are no more workers than may be, and none without a frame', () => {
  const rule = { alone: 0, segment: 0.001 }
  expect(workersFor('bg-replace-vid', { frames: 18_000, ...HD }, rule)).toBe(100)
  expect(workersFor('bg-replace-vid', { frames: 3, ...HD }, rule)).toBe(3)
  expect(workersFor('bg-replace-vid', { frames: 1, ...HD }, rule)).toBe(1)
})

/** A minute of an object that covers a share of each frame, with so many plates of twice its size. */
function removal(share: number, plates: number) {
  const [frames, pixels] = [1800, share * 1920 * 1080]
  return { frames, ...FULL_HD, filled: frames * pixels, gathered: plates * 2 * pixels }
}

test('how many remove an object depends on its size and on how far the camera moves', () => {
  expect(workersFor('obj-rem-vid', removal(0.02, 16))).toBe(1)
  expect(workersFor('obj-rem-vid', removal(0.11, 8))).toBe(1)
  expect(workersFor('obj-rem-vid', removal(0.3, 8))).toBe(4)
  expect(workersFor('obj-rem-vid', removal(0.6, 8))).toBe(8)
  // What is behind it is put together before its frames are shared.
  expect(workersFor('obj-rem-vid', removal(0.3, 150))).toBe(0)
})

test('what always fits into the time of one worker is not shared', () => {
  for (const feature of ['video-trans', 'image-to-video']) {
    expect(workersFor(feature, { frames: 1800, ...FULL_HD })).toBe(1)
  }
})
