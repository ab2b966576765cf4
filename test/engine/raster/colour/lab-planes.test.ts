import { expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import { readRgbPlanes } from '../../../../engine/raster/colour/lab-planes.ts'

const SIZE = { width: 61, height: 43 }
const data = Uint8ClampedArray.from(
  { length: SIZE.width * SIZE.height * 4 },
  (_, at) => Math.imul(at + 1, 2654435761) >>> 24,
)

test.each([1, 3, 7, 50])(
  'blocks of %i pixels a side have their mean colour, smaller ones at the edges too',
  (scale) => {
    const area = { left: 5, top: 4, width: 52, height: 36 }
    const width = Math.ceil(area.width / scale)
    const height = Math.ceil(area.height / scale)
    withArena(() => {
      const { red, green, blue } = readRgbPlanes({ ...SIZE, data }, { area, scale, width, height })
      for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
          const sum = [0, 0, 0]
          let count = 0
          for (let y = row * scale; y < Math.min(area.height, (row + 1) * scale); y++) {
            for (let x = column * scale; x < Math.min(area.width, (column + 1) * scale); x++) {
              const at = ((area.top + y) * SIZE.width + area.left + x) * 4
              for (let c = 0; c < 3; c++) sum[c] = sum[c]! + data[at + c]!
              count++
            }
          }
          const at = row * width + column
          expect(red[at]).toBeCloseTo(sum[0]! / count, 3)
          expect(green[at]).toBeCloseTo(sum[1]! / count, 3)
          expect(blue[at]).toBeCloseTo(sum[2]! / count, 3)
        }
      }
    })
  },
)

test('colours cannot be read without an arena', () => {
  const area = { left: 0, top: 0, ...SIZE }
  expect(() => readRgbPlanes({ ...SIZE, data }, { area, scale: 1, ...SIZE })).toThrow('arena')
})
