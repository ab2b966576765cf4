import { expect, test } from 'vitest'
import { createBlockMeans } from '../../../engine/raster/lab-planes.ts'

const SIZE = { width: 61, height: 43 }
const data = Uint8ClampedArray.from(
  { length: SIZE.width * SIZE.height * 4 },
  (_, at) => Math.imul(at + 1, 2654435761) >>> 24,
)

test.each([1, 3, 7, 50])(
  'blocks of %i pixels a side have their mean colour, narrow ones at the end too',
  (factor) => {
    const area = { left: 5, top: 4, width: 52, height: 36 }
    const width = Math.ceil(area.width / factor)
    const height = Math.ceil(area.height / factor)
    const means = createBlockMeans({ ...SIZE, data }, { area, scale: factor, width, height })
    for (let row = 0; row < height; row++) {
      means.read(row)
      for (let column = 0; column < width; column++) {
        const sum = [0, 0, 0]
        let count = 0
        for (let y = row * factor; y < Math.min(area.height, (row + 1) * factor); y++) {
          for (let x = column * factor; x < Math.min(area.width, (column + 1) * factor); x++) {
            const at = ((area.top + y) * SIZE.width + area.left + x) * 4
            for (let c = 0; c < 3; c++) sum[c] = sum[c]! + data[at + c]!
            count++
          }
        }
        const [red, green, blue] = sum.map((value) => value / count)
        expect(means.r[column]).toBeCloseTo(red!, 3)
        expect(means.g[column]).toBeCloseTo(green!, 3)
        expect(means.b[column]).toBeCloseTo(blue!, 3)
      }
    }
  },
)
