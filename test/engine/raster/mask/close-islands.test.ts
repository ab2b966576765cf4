import { expect, test } from 'vitest'
import { closeIslands } from '../../../../engine/raster/mask/close-islands.ts'

const [WIDTH, HEIGHT] = [60, 40]

/** White from 10 to 50 across and 5 to 35 down, 1,200 pixels, with black rectangles in it. */
function masked(...black: readonly [x: number, y: number, width: number, height: number][]) {
  const data = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 5; y < 35; y++) data.fill(255, y * WIDTH + 10, y * WIDTH + 50)
  for (const [x, y, width, height] of black) {
    for (let row = y; row < y + height; row++)
      data.fill(0, row * WIDTH + x, row * WIDTH + x + width)
  }
  return { width: WIDTH, height: HEIGHT, data }
}

test('specks of black in the white are closed, gaps stay', () => {
  expect(closeIslands(masked([20, 10, 3, 3], [40, 20, 1, 1])).data).toEqual(masked().data)
  const gap = masked([20, 10, 4, 4])
  expect(closeIslands(gap)).toBe(gap)
})

test('what leads out of the white is no island', () => {
  const notch = masked([10, 20, 5, 1])
  expect(closeIslands(notch)).toBe(notch)
})
