import { expect, test } from 'vitest'
import { hatchBy } from '../../../../engine/effects/video-trans/drawn.ts'
import { hatchAt, hatchTile } from '../../../../engine/effects/video-trans/hatch-tile.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import { zeroMotionField } from '../../../../engine/video/motion/motion-field.ts'

const SIZE = { width: 160, height: 120 }
const COUNT = SIZE.width * SIZE.height

const STROKES = {
  directions: [
    { degrees: 0, from: 0 },
    { degrees: 90, from: 0.5 },
  ],
  length: 40,
  width: 4,
  pressure: 1,
  spread: 0,
}
const tile = hatchTile(STROKES, 1, 3)

test('each tone covers as much of the paper, the darkest 0.96', () => {
  const covered = (tone: number) => {
    let sum = 0
    for (let at = tone; at < tile.length; at += 8) sum += tile[at]!
    return sum / (255 * (tile.length / 8))
  }
  expect(covered(0)).toBe(0)
  for (const tone of [1, 4, 7]) expect(covered(tone)).toBeCloseTo((0.96 * tone) / 7, 1)
  expect(covered(7)).toBeGreaterThan(0.955)
  expect(covered(7)).toBeLessThan(0.98)
})

test('a direction is used from its share of the tones on', () => {
  // Level strokes alone have long runs across and short ones down.
  const changes = (tone: number, step: number) => {
    let count = 0
    for (let at = 0; at + step < 512 * 512; at += 5) {
      if (Math.abs(tile[8 * at + tone]! - tile[8 * (at + step) + tone]!) > 128) count++
    }
    return count
  }
  expect(changes(3, 512) / changes(3, 1)).toBeGreaterThan(4)
  expect(changes(4, 512) / changes(4, 1)).toBeLessThan(0.8 * (changes(3, 512) / changes(3, 1)))
})

test('the whole shade is the darkest tone, without one beyond', () => {
  for (const at of [0, 100, 511]) expect(hatchAt(tile, at, at, 1)).not.toBeNaN()
})

test('paper is bare below a shade of 0.004', () => {
  const dense = new Uint8Array(tile.length).fill(255)
  const hatched = (tone: number) =>
    withArena(() => {
      const field = zeroMotionField(SIZE.width, SIZE.height, 8)
      return hatchBy(new Float32Array(COUNT).fill(tone), dense, { field }, SIZE)[0]!
    })
  expect(hatched(0.0039)).toBe(0)
  expect(hatched(0.0041)).toBe(1)
})
