import { expect, test } from 'vitest'
import { placeFrames } from '../../../catalog/preparation/place-frames.ts'

/** Four seconds of 100 frames, of which three were sent as 30 frames. */
const preparation = {
  source: { seconds: 4, frames: 100 },
  sent: { seconds: 3, frames: 30 },
} as never

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [25, 10],
  [73, 29],
  [74, 29],
  [75, undefined],
  [99, undefined],
])('frame %i is %s of what was sent', (frame, placed) => {
  const found = placeFrames({ frame_idx: frame, kept: 'k' }, preparation)
  expect(found).toEqual(placed === undefined ? undefined : { frame_idx: placed, kept: 'k' })
})

test('a frame after the last is cut off, whatever was sent', () => {
  const all = { source: { seconds: 4, frames: 100 }, sent: { seconds: 5, frames: 200 } } as never
  expect(placeFrames({ frame_idx: 99 }, all)).toEqual({ frame_idx: 158 })
  expect(placeFrames({ frame_idx: 100 }, all)).toBeUndefined()
})

test('parameters without a frame stay', () => {
  expect(placeFrames({ frame_idx: '7' }, preparation)).toEqual({ frame_idx: '7' })
  expect(placeFrames({}, preparation)).toEqual({})
})
