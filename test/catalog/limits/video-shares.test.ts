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

/** A rule by which one frame after the other is at the limit of a worker. */
const SHORT = { alone: 0, segment: 1000 }

test.each([
  // 0.026 and 0.025 seconds for each million pixels.
  ['bg-replace-vid', { frames: 100, width: 1000, height: 1000 }, 5.1],
  ['bg-replace-vid', { frames: 100, width: 2000, height: 1000 }, 7.6],
  ['bg-replace-vid', { frames: 10, width: 1000, height: 1000, filled: 1e9, gathered: 1e9 }, 0.51],
  // 0.003 for each million pixels and 0.4 for each that is filled; before that 0.045, 0.012, 0.05 and 3.
  ['obj-rem-vid', { frames: 100, width: 1000, height: 1000 }, 0.3 + 4.5 + 1.2],
  ['obj-rem-vid', { frames: 100, width: 2000, height: 1000 }, 0.6 + 4.5 + 2.4],
  ['obj-rem-vid', { frames: 100, width: 1000, height: 1000, filled: 1e7 }, 6 + 4.5],
  ['obj-rem-vid', { frames: 100, width: 1000, height: 1000, gathered: 1e6 }, 6 + 3],
])('%s of %j takes %s seconds, and one worker has no less', (feature, video, seconds) => {
  expect(workersFor(feature, video, { ...SHORT, alone: seconds + 1e-6 })).toBe(1)
  expect(workersFor(feature, video, { ...SHORT, alone: seconds - 1e-6 })).toBe(2)
})

test('time enough is enough, and segments are as long as they shall be', () => {
  const video = { frames: 200, width: 0, height: 0 }
  // Exactly 200 × 0.026 seconds.
  const seconds = 200 * 0.026
  expect(workersFor('bg-replace-vid', video, { alone: seconds, segment: 1 })).toBe(1)
  const shared = (segment: number) => workersFor('bg-replace-vid', video, { alone: 1, segment })
  expect([shared(1.3), shared(1.29), shared(1.31), shared(6)]).toEqual([4, 5, 4, 2])
})

test('a survey may take as long as one worker has, and no longer', () => {
  const survey = (gathered: number) => ({ frames: 2, width: 0, height: 0, filled: 1e9, gathered })
  const spent = 2 * 0.045 + 0.05 * 1e3
  const pixels = ((420 - spent) * 1e6) / 3
  expect(workersFor('obj-rem-vid', survey(pixels - 10))).toBe(2)
  expect(workersFor('obj-rem-vid', survey(pixels + 10))).toBe(0)
  // A rule may give one worker longer, but not less.
  expect(workersFor('obj-rem-vid', survey(pixels + 10), { alone: 421, segment: 120 })).toBe(2)
  expect(workersFor('obj-rem-vid', survey(pixels - 10), { alone: 1, segment: 120 })).toBe(2)
})
