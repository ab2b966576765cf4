import { expect, test } from 'vitest'
import { addressOf, allocBytes, withArena } from '../../../../engine/raster/arena.ts'
import { FIXED_ONE } from '../../../../engine/raster/simd/fixed-point.ts'
import { resamplingKernels } from '../../../../engine/raster/simd/resample-row.ts'
import { sampleBicubic } from '../../../../engine/raster/warp/sample-bicubic.ts'
import { LENGTHS, noise } from './arena-values.ts'

const [WIDTH, HEIGHT] = [64, 30]
const STRIDE = 4 * WIDTH
const ROWS = 7

/** Where a block begins in a picture, and its steps to the right and down, in pixels. */
const START = { x: 7.3, y: 11.6 }
const RIGHT = { x: 1.21, y: -0.17 }
const DOWN = { x: 0.3, y: 1.4 }
/** How much longer the steps to the right are with each row. */
const BEND = { x: 0.02, y: -0.03 }

const toFixed = (position: number): number => Math.round(position * FIXED_ONE)

/** A picture in the open arena. */
function pictureOf(level: (at: number) => number): Uint8ClampedArray {
  const picture = allocBytes(STRIDE * HEIGHT)
  for (let at = 0; at < picture.length; at++) picture[at] = level(at)
  return picture
}

const randomBytes = noise(STRIDE * HEIGHT, 1, 127).map((value) => 127 + value)
const randomLevel = (at: number): number => randomBytes[at]!

/** {@link ROWS} rows of a block, as wide as a picture, of which the first `columns` pixels are drawn. */
function resampledBlock(picture: Uint8ClampedArray, columns: number): Uint8ClampedArray {
  const made = allocBytes(STRIDE * ROWS).fill(77)
  const { resampleBlock } = resamplingKernels()
  resampleBlock(
    ...([addressOf(made), STRIDE, addressOf(picture), STRIDE, columns, ROWS] as const),
    ...([toFixed(START.x), toFixed(START.y), toFixed(RIGHT.x), toFixed(RIGHT.y)] as const),
    ...([toFixed(DOWN.x), toFixed(DOWN.y), toFixed(BEND.x), toFixed(BEND.y)] as const),
  )
  return made
}

test('a block has the Catmull-Rom colours at its positions, within two levels', () => {
  withArena(() => {
    const picture = pictureOf(randomLevel)
    const columns = 9
    const made = resampledBlock(picture, columns)
    const expected = new Float64Array(4)
    for (let n = 0; n < ROWS; n++) {
      for (let m = 0; m < columns; m++) {
        const x = START.x + n * DOWN.x + m * (RIGHT.x + n * BEND.x)
        const y = START.y + n * DOWN.y + m * (RIGHT.y + n * BEND.y)
        // The table of weights has 256 steps from pixel to pixel.
        const [atX, atY] = [Math.round(x * 256) / 256, Math.round(y * 256) / 256]
        sampleBicubic(picture, WIDTH, HEIGHT, atX, atY, expected)
        for (let c = 0; c < 4; c++) {
          const level = Math.min(255, Math.max(0, expected[c]!))
          expect(Math.abs(made[n * STRIDE + 4 * m + c]! - level)).toBeLessThan(2)
        }
      }
    }
  })
})

test.each(LENGTHS)('%i columns of a block are its rows, and nothing beside them', (columns) => {
  if (columns === 0) return
  withArena(() => {
    const picture = pictureOf(randomLevel)
    const made = resampledBlock(picture, columns)
    const row = allocBytes(4 * columns + 16).fill(55)
    const { resampleRow } = resamplingKernels()
    for (let n = 0; n < ROWS; n++) {
      resampleRow(
        ...([addressOf(row), addressOf(picture), STRIDE, columns] as const),
        ...([toFixed(START.x) + n * toFixed(DOWN.x)] as const),
        ...([toFixed(START.y) + n * toFixed(DOWN.y)] as const),
        ...([toFixed(RIGHT.x) + n * toFixed(BEND.x)] as const),
        ...([toFixed(RIGHT.y) + n * toFixed(BEND.y)] as const),
      )
      const [first, end] = [n * STRIDE, n * STRIDE + 4 * columns]
      expect([...made.subarray(first, end)]).toEqual([...row.subarray(0, 4 * columns)])
      expect(row.subarray(4 * columns).every((value) => value === 55)).toBe(true)
      expect(made.subarray(end, first + STRIDE).every((value) => value === 77)).toBe(true)
    }
  })
})

test.each([0, 1, 37, 128, 254, 255])('an even picture of level %i stays even', (level) => {
  withArena(() => {
    const made = resampledBlock(
      pictureOf(() => level),
      9,
    )
    for (let n = 0; n < ROWS; n++) {
      const row = made.subarray(n * STRIDE, n * STRIDE + 36)
      expect(row.every((value) => value === level)).toBe(true)
    }
  })
})
