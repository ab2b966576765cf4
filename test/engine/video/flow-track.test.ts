import { expect, test } from 'vitest'
import { trackFlow } from '../../../engine/video/motion/flow-track.ts'
import { type Frame, newFrame, planesOf } from '../../../engine/video/video-info.ts'

const [WIDTH, HEIGHT] = [480, 320]

/** A pattern that no shift below hundreds of pixels maps to itself, seen from a place that need not be whole. */
function look(left: number, top: number, thing?: { left: number; top: number }): Frame {
  const frame = newFrame(WIDTH, HEIGHT, 0)
  const { y } = planesOf(frame)
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++) {
      const inside =
        thing && Math.abs(column - thing.left - 60) < 60 && Math.abs(row - thing.top - 60) < 60
      const [u, v] = inside
        ? [column - thing.left + 900, row - thing.top + 700]
        : [column + left, row + top]
      // The lower third is plain.
      const share = !inside && v > 215 ? 0 : 1
      y[row * WIDTH + column] =
        120 +
        share * (50 * Math.sin(u / 9 + Math.sin(v / 31)) + 40 * Math.cos(v / 11 + Math.sin(u / 43)))
    }
  }
  return frame
}

test('a still camera has no motion at all, and a first frame none to tell', () => {
  const track = trackFlow()
  expect(track(look(0, 0))).toBeUndefined()
  const flow = track(look(0, 0))!
  expect([...flow.dx, ...flow.dy].every((part) => part === 0)).toBe(true)
})

test('a pan is found to a fraction of a pixel, on plain ground too', () => {
  const track = trackFlow()
  track(look(0, 0))
  const flow = track(look(5.5, -3.25))!
  for (let at = 0; at < flow.dx.length; at++) {
    expect(Math.abs(flow.dx[at]! - 5.5)).toBeLessThan(0.25)
    expect(Math.abs(flow.dy[at]! + 3.25)).toBeLessThan(0.25)
  }
})

test('a thing that moves by itself has its own motion, and the ground stays exactly still', () => {
  const track = trackFlow()
  track(look(0, 0, { left: 100, top: 40 }))
  const { dx, dy, columns, step } = track(look(0, 0, { left: 112, top: 46 }))!
  const at = Math.floor(106 / step) * columns + Math.floor(172 / step)
  expect(dx[at]!).toBeCloseTo(-12, 0)
  expect(dy[at]!).toBeCloseTo(-6, 0)
  const far = Math.floor(100 / step) * columns + Math.floor(400 / step)
  expect([dx[far], dy[far], dx.at(-1), dy.at(-1)]).toEqual([0, 0, 0, 0])
})

test('a cut is told', () => {
  const track = trackFlow()
  track(look(0, 0))
  const other = newFrame(WIDTH, HEIGHT, 0)
  for (let at = 0; at < WIDTH * HEIGHT; at++) other.planes[at] = (at % 7) * 30 + ((at >> 9) % 5) * 9
  expect(track(other)).toBeUndefined()
})
