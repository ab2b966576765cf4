import { expect, test } from 'vitest'
import { grainOf } from '../../../../engine/effects/obj-rem-vid/grain.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { newFrame, planesOf } from '../../../../engine/video/video-info.ts'

const [WIDTH, HEIGHT] = [80, 60]

/** Grain of a frame beside its background, both of one texture, which itself has grain of so many levels. */
function missing(grain: number, behindGrain: number): number {
  const random = seededRandom()
  const normal = (): number =>
    Math.SQRT2 * Array.from({ length: 6 }, random).reduce((a, b) => a + b, -3)
  const frame = newFrame(WIDTH, HEIGHT, 0)
  const behind = new Float32Array(WIDTH * HEIGHT)
  for (let at = 0; at < behind.length; at++) {
    const texture = 120 + 12 * Math.sin(at / 3)
    planesOf(frame).y[at] = Math.round(texture + grain * normal())
    behind[at] = texture + behindGrain * normal()
  }
  const box = { left: 0, top: 0, width: WIDTH, height: HEIGHT }
  return grainOf(frame, box, new Float32Array(behind.length), behind)
}

test('background that was averaged gets the grain of its frame', () => {
  expect(missing(4, 0)).toBeGreaterThan(2.5)
  expect(missing(4, 0)).toBeLessThan(5)
})

test('background that one frame shows has its grain already', () => {
  expect(missing(4, 4)).toBeLessThan(1)
  expect(missing(0, 0)).toBeLessThan(0.8)
})
