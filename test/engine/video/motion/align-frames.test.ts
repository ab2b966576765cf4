import { expect, test } from 'vitest'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { alignFrames, misalignmentOf } from '../../../../engine/video/motion/align-frames.ts'
import { estimateCamera } from '../../../../engine/video/motion/estimate-camera.ts'
import { applyTo, IDENTITY } from '../../../../engine/video/motion/homography.ts'
import { lumaPyramid, pickPoints } from '../../../../engine/video/motion/track-points.ts'
import { drawSea, SEA } from './draw-sea.ts'

const { width: WIDTH, height: HEIGHT } = SEA

const sea = (moved: { x: number; y: number; turn: number }, random: () => number) =>
  lumaPyramid({ ...SEA, y: drawSea(moved, random) })

const everywhere = () => true

test.each([
  { x: 0, y: 0, turn: 0 },
  { x: 2.5, y: 6, turn: 0.01 },
  { x: -5, y: -4, turn: -0.02 },
])('frames over waves are aligned by horizon and hills: %o', (moved) => {
  const random = seededRandom()
  const [from, to] = [sea({ x: 0, y: 0, turn: 0 }, random), sea(moved, random)]
  const points = pickPoints(from[0]!, everywhere)
  expect(estimateCamera(from, to, points)?.agreed ?? 0).toBeLessThan(0.5)
  const map = alignFrames(from, to, everywhere)
  const there = new Float64Array(2)
  for (const x of [20, 96, 172]) {
    const [px, py] = [x + 0.5 - WIDTH / 2 - 0.5, 4]
    const [cos, sin] = [Math.cos(moved.turn), Math.sin(moved.turn)]
    applyTo(map, (x + 0.5) / WIDTH, (py + HEIGHT / 2 + 0.5) / WIDTH, there)
    const toX = there[0]! * WIDTH - 0.5 - WIDTH / 2 - moved.x
    const toY = there[1]! * WIDTH - 0.5 - HEIGHT / 2 - moved.y
    // Faint hills alone tell how far it moved along the horizon.
    expect(Math.abs(toX - (cos * px - sin * py))).toBeLessThan(2)
    expect(Math.abs(toY - (sin * px + cos * py))).toBeLessThan(0.6)
  }
  const off = (of: typeof map) => misalignmentOf(from, to, everywhere, of)
  if (moved.y !== 0) expect(off(map)).toBeLessThan(0.9 * off(IDENTITY))
})

test('next to nothing that both frames show says nothing', () => {
  const frame = sea({ x: 0, y: 0, turn: 0 }, seededRandom())
  expect(alignFrames(frame, frame, (at) => at < 9)).toEqual(IDENTITY)
})
