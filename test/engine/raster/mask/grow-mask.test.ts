import { expect, test } from 'vitest'
import { borderPixels } from '../../../../engine/raster/mask/border-pixels.ts'
import { closeIslands } from '../../../../engine/raster/mask/close-islands.ts'
import { closeMask } from '../../../../engine/raster/mask/close-mask.ts'
import { distanceFromMask } from '../../../../engine/raster/mask/distance-from-mask.ts'
import { growMask } from '../../../../engine/raster/mask/grow-mask.ts'
import { shrinkMask } from '../../../../engine/raster/mask/shrink-mask.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { identityDisplacement } from '../../../../engine/raster/warp/displacement.ts'

const SIZE = { width: 23, height: 17 }

/** A mask of some pixels, its corners among them. */
function drawn(share = 0.02): Uint8Array {
  const random = seededRandom(5)
  const mask = Uint8Array.from({ length: SIZE.width * SIZE.height }, () => Number(random() < share))
  for (const at of [0, SIZE.width - 1, mask.length - 1]) mask[at] = 1
  return mask
}

/** By the definition: whether any pixel of the square around a pixel is set. */
function grown(mask: Uint8Array, by: number): Uint8Array {
  const { width, height } = SIZE
  return mask.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    for (let j = Math.max(0, y - by); j <= Math.min(height - 1, y + by); j++) {
      for (let i = Math.max(0, x - by); i <= Math.min(width - 1, x + by); i++) {
        if (mask[j * width + i]) return 1
      }
    }
    return 0
  })
}

test.each([0, 1, 3, 30])('a mask grows by %i pixels along rows and columns', (by) => {
  expect(growMask(drawn(), SIZE, by)).toEqual(grown(drawn(), by))
})

test.each([1, 2])('a mask is closed by %i pixels', (by) => {
  const beyond = grown(drawn(0.2), by).map((on) => 1 - on)
  expect(closeMask(drawn(0.2), SIZE, by)).toEqual(grown(beyond, by).map((on) => 1 - on))
})

test('an empty mask grows to nothing, and one without holes shrinks by nothing at the border', () => {
  const none = new Uint8Array(SIZE.width * SIZE.height)
  expect(growMask(none, SIZE, 3)).toEqual(none)
  const all = none.map(() => 1)
  expect(shrinkMask(all, SIZE, 3)).toEqual(all)
})

test.each([0, 1, 4])('a mask shrinks by %i pixels around each that is not set', (by) => {
  const holes = drawn()
  const beyond = grown(holes, by).map((on) => 1 - on)
  const mask = holes.map((on) => 1 - on)
  expect(shrinkMask(mask, SIZE, by)).toEqual(beyond)
})

test('the border has every pixel of the outermost rows and columns, corners twice', () => {
  const all = borderPixels({ width: 4, height: 3 })
  expect(all.toSorted((a, b) => a - b)).toEqual([0, 0, 1, 2, 3, 3, 4, 7, 8, 8, 9, 10, 11, 11])
})

test.each([
  [1, 9],
  [9, 1],
  [1, 1],
])('a mask of %i × %i pixels grows within it', (width, height) => {
  const size = { width, height }
  for (const at of [0, width * height - 1]) {
    const mask = new Uint8Array(width * height)
    mask[at] = 1
    const expected = mask.map((_, to) => Number(Math.abs(to - at) <= 2))
    expect(growMask(mask, size, 2)).toEqual(expected)
  }
})

/** By going over all edges, straight and diagonal, until no way is shorter. */
test.each([
  [0, 0, 1_000],
  [22, 0, 1_000],
  [0, 16, 20],
  [22, 16, 1_000],
  [9, 3, 20],
  [20, 12, 1_000],
])('nodes lie as far from %i, %i as the shortest way is long, at most %i', (x, y, most) => {
  const mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height).fill(127) }
  mask.data[y * SIZE.width + x] = 128
  const field = identityDisplacement(SIZE.width, SIZE.height, 3)
  const { cols, rows, step } = field
  const expected = new Float64Array(cols * rows).fill(most)
  const cell = Math.floor(y / step) * cols + Math.floor(x / step)
  for (const corner of [0, 1, cols, cols + 1]) expected[cell + corner] = 0
  for (let round = 0; round < cols + rows; round++) {
    for (let at = 0; at < expected.length; at++) {
      for (const [i, j] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const to = at + j * cols + i
        const column = (at % cols) + i
        if (column < 0 || column >= cols || to >= expected.length) continue
        const way = step * Math.hypot(i, j)
        expected[to] = Math.min(expected[to]!, expected[at]! + way)
        expected[at] = Math.min(expected[at]!, expected[to]! + way)
      }
    }
  }
  const found = distanceFromMask(mask, 128, field, most)
  for (const [at, distance] of found.entries()) expect(distance).toBeCloseTo(expected[at]!, 3)
})

/** A mask of 50 × 20 that is white but for black rows above and an island of so many pixels. */
function withIsland(size: number) {
  const mask = { width: 50, height: 20, data: new Uint8Array(1_000).fill(255) }
  mask.data.fill(0, 0, 91)
  mask.data.fill(0, 10 * 50 + 20, 10 * 50 + 20 + size)
  return mask
}

test('an island is closed up to a hundredth of what is white', () => {
  // 900 pixels are white beside an island of 9, 899 beside one of 10.
  const closed = withIsland(0)
  expect(closeIslands(withIsland(9)).data).toEqual(closed.data)
  const larger = withIsland(10)
  expect(closeIslands(larger)).toBe(larger)
  const without = withIsland(0)
  expect(closeIslands(without)).toBe(without)
})

test.each([
  [1, 1],
  [1, 18],
  [48, 1],
  [48, 18],
])('black at %i, %i that touches the border by its side is no island', (x, y) => {
  const mask = { width: 50, height: 20, data: new Uint8Array(1_000).fill(255) }
  const beside = x === 1 ? 0 : 49
  for (const at of [y * 50 + x, y * 50 + beside]) mask.data[at] = 0
  expect(closeIslands(mask)).toBe(mask)
  const inside = { ...mask, data: new Uint8Array(1_000).fill(255) }
  inside.data[y * 50 + x] = 0
  expect(closeIslands(inside).data.every((level) => level === 255)).toBe(true)
})
