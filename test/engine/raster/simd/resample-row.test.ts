import { expect, test } from 'vitest'
import { sampleBicubic } from '../../../../engine/raster/sample.ts'
import {
  FIXED_ONE,
  resamplingInstance,
  TABLE_END,
} from '../../../../engine/raster/simd/resample-row.ts'

const [WIDTH, HEIGHT] = [40, 30]
const STRIDE = 4 * WIDTH
const [COLUMNS, ROWS] = [9, 7]
/** Where a block of pixels is made, and where the picture stands that it is made from. */
const MADE = TABLE_END
const FROM = MADE + STRIDE * ROWS

/** Places in pixels of the picture, from the upper left one on, and what is added from pixel to pixel and row to row. */
const PLACES = { x: 7.3, y: 9.6, stepX: 1.21, stepY: -0.17, downX: 0.3, downY: 1.4 }
const BEND = { x: 0.02, y: -0.03 }

function whole(places: number[]): number[] {
  return places.map((place) => Math.round(place * FIXED_ONE))
}

function lay(colour: (at: number) => number): Uint8ClampedArray {
  const { memory } = resamplingInstance(FROM + STRIDE * HEIGHT)
  const picture = new Uint8ClampedArray(memory, FROM, STRIDE * HEIGHT)
  for (let at = 0; at < picture.length; at++) picture[at] = colour(at)
  return picture
}

function block(): Uint8ClampedArray {
  const { runs, memory } = resamplingInstance(0)
  const { x, y, stepX, stepY, downX, downY } = PLACES
  const places = whole([x, y, stepX, stepY, downX, downY, BEND.x, BEND.y])
  const [left, top, ...steps] = places as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  runs.resampleBlock(MADE, STRIDE, FROM, STRIDE, COLUMNS, ROWS, left, top, ...steps)
  return new Uint8ClampedArray(memory, MADE, STRIDE * ROWS).slice()
}

function noise(at: number): number {
  return Math.imul(at + 1, 2654435761) >>> 24
}

test('a block shows the Catmull-Rom colours at its places, to a level', () => {
  const picture = lay(noise)
  const made = block()
  const wanted = new Float64Array(4)
  for (let n = 0; n < ROWS; n++) {
    for (let m = 0; m < COLUMNS; m++) {
      const x = PLACES.x + n * PLACES.downX + m * (PLACES.stepX + n * BEND.x)
      const y = PLACES.y + n * PLACES.downY + m * (PLACES.stepY + n * BEND.y)
      // Places count to 1/256 of a pixel.
      const [atX, atY] = [Math.round(x * 256) / 256, Math.round(y * 256) / 256]
      sampleBicubic(picture, WIDTH, HEIGHT, atX, atY, wanted)
      for (let c = 0; c < 4; c++) {
        const level = Math.min(255, Math.max(0, wanted[c]!))
        expect(Math.abs(made[n * STRIDE + 4 * m + c]! - level)).toBeLessThan(2)
      }
    }
  }
})

test('a block is its rows, each as a line', () => {
  lay(noise)
  const made = block()
  const { runs, memory } = resamplingInstance(0)
  const { x, y, stepX, stepY, downX, downY } = PLACES
  const [left, top, rightX, rightY, nextX, nextY, bendX, bendY] = whole([
    ...[x, y, stepX, stepY, downX, downY],
    ...[BEND.x, BEND.y],
  ]) as [number, number, number, number, number, number, number, number]
  for (let n = 0; n < ROWS; n++) {
    const [startX, startY] = [left + n * nextX, top + n * nextY]
    const [acrossX, acrossY] = [rightX + n * bendX, rightY + n * bendY]
    runs.resampleLine(MADE, FROM, STRIDE, COLUMNS, startX, startY, acrossX, acrossY)
    const line = new Uint8ClampedArray(memory, MADE, 4 * COLUMNS)
    expect([...made.subarray(n * STRIDE, n * STRIDE + 4 * COLUMNS)]).toEqual([...line])
  }
})

test.each([0, 1, 37, 128, 254, 255])('an even picture of level %i stays even', (level) => {
  lay(() => level)
  const made = block()
  for (let n = 0; n < ROWS; n++) {
    const row = made.subarray(n * STRIDE, n * STRIDE + 4 * COLUMNS)
    expect(row.every((value) => value === level)).toBe(true)
  }
})
