import { expect, it } from 'vitest'
import { tilesOver } from '../../../../engine/vision/detection/tiles.ts'

it.each([
  [1400, 1050, 192],
  [2048, 320, 384],
  [320, 2048, 896],
  [500, 500, 896],
  [1, 1, 192],
])(
  'covers %i × %i pixels at %i with inputs whose sides are multiples of 32',
  (width, height, pixels) => {
    const tiles = tilesOver({ left: 7, top: 9, width, height }, pixels)
    for (const { inputSize } of tiles) {
      for (const side of [inputSize.width, inputSize.height]) {
        expect(side % 32).toBe(0)
        expect(side).toBeLessThanOrEqual(416)
      }
    }
    for (let x = 0; x <= 10; x++) {
      for (let y = 0; y <= 10; y++) {
        const [px, py] = [7 + (x / 10) * width, 9 + (y / 10) * height]
        const inside = tiles.filter(
          ({ area }) =>
            px >= area.left - 1e-6 &&
            px <= area.left + area.width + 1e-6 &&
            py >= area.top - 1e-6 &&
            py <= area.top + area.height + 1e-6,
        )
        expect(inside.length, `${px}, ${py}`).toBeGreaterThan(0)
      }
    }
  },
)

it('swaps the sides of the input for tiles rotated by a quarter', () => {
  const area = { left: 0, top: 0, width: 400, height: 200 }
  const [upright] = tilesOver(area, 384)
  const [rotated] = tilesOver(area, 384, Math.PI / 2)
  expect(rotated!.inputSize).toEqual({
    width: upright!.inputSize.height,
    height: upright!.inputSize.width,
  })
  expect(rotated!.area).toEqual(upright!.area)
})
