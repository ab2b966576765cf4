import { expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import { refineMatte } from '../../../../engine/video/matting/refine-matte.ts'

const [WIDTH, HEIGHT] = [64, 48]

test('a dark bar behind somebody dark is not taken for more of them', () => {
  // A dark person in columns 20 to 39 before a light wall, with a bar as dark from border to border.
  const isPerson = (x: number, y: number): boolean => x >= 20 && x < 40 && y >= 8
  const isBar = (y: number): boolean => y >= 24 && y < 27
  const cells = Array.from({ length: WIDTH * HEIGHT }, (_, at) => ({
    x: at % WIDTH,
    y: Math.floor(at / WIDTH),
  }))
  const small = {
    width: WIDTH,
    height: HEIGHT,
    y: Uint8Array.from(cells, ({ x, y }) => (isPerson(x, y) || isBar(y) ? 30 : 200)),
    u: new Uint8Array(cells.length).fill(128),
    v: new Uint8Array(cells.length).fill(128),
  }
  const alpha = Float32Array.from(cells, ({ x, y }) => Number(isPerson(x, y)))
  const region = { left: 0, top: 0, width: WIDTH, height: HEIGHT }
  const fine = withArena(() => {
    const { slope, offset, alpha: own } = refineMatte({ region, small, isLookedAt: true, alpha })
    return { slope: slope.slice(), offset: offset.slice(), alpha: own.slice() }
  })
  // Shares of less than .12 are shown as background.
  for (const [at, { x }] of cells.entries()) {
    if (x < 20 - 2 || x >= 40 + 2) {
      expect(fine.alpha[at]).toBeLessThan(0.12)
      expect(fine.slope[at]! * 30 + fine.offset[at]!).toBeLessThan(0.12)
    }
  }
  expect(fine.alpha[25 * WIDTH + 30]).toBeGreaterThan(0.95)
  expect(fine.alpha[25 * WIDTH + 21]).toBeGreaterThan(0.5)
})
