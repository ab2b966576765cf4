import { expect, test } from 'vitest'
import { capFrameRate } from '../../../engine/video/cap-frame-rate.ts'
import { selectFrames } from '../../../engine/video/select-frames.ts'
import { fc } from '../../setup/random.ts'
import { evenly } from './draw-video.ts'

const times = (list: number[]) => Float64Array.from(list)

test('half of sixty frames a second is left out before it is worked on', () => {
  const pts = times(evenly(60, 256))
  const kept = capFrameRate(pts, 15_360, 30, 60)
  expect(kept).toHaveLength(30)
  expect(through(pts, selectFrames(pts, kept))).toEqual([...kept])
  // In the middle of a video, where a decoder begins at a key frame before.
  const part = kept.subarray(7)
  expect(through(pts, selectFrames(pts, part))).toEqual([...part])
})

test('no frame that is kept is ever left out', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(gaps, fc.nat(60), fc.integer({ min: 1, max: 120 }), (steps, skip, rate) => {
      let at = 0
      const pts = times(steps.map((step) => (at += step)))
      const kept = capFrameRate(pts, 15_360, rate, 600).subarray(skip % steps.length)
      const given = new Set(through(pts, selectFrames(pts, kept)))
      expect([...kept].filter((time) => !given.has(time))).toEqual([])
    }),
  )
})

/** What ffmpeg's filter `select` lets through by such an expression. */
function through(pts: Float64Array, filter: string): number[] {
  const [, first, least] =
    /^select=gte\(pts\\,(\d+)\)(?:\*\(isnan\(prev_selected_pts\)\+gte\(pts-prev_selected_pts\\,(\d+)\)\))?$/.exec(
      filter,
    ) ?? []
  let last = Number.NEGATIVE_INFINITY
  return [...pts].filter((time) => {
    if (time < Number(first) || time - last < Number(least ?? 0)) return false
    last = time
    return true
  })
}
