import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import {
  BACKGROUND,
  CLASSIFY_CELLS,
  EDGE,
  MARK_EDGES,
  PERSON,
} from '../../../../engine/raster/simd/cell-kinds.ts'
import { noise, planeOf } from './arena-values.ts'

const [LOW, HIGH] = [0.25, 0.75]

test.each([1, 15, 16, 17, 40])('a row of %i cells is told by its alphas', (cells) => {
  const alpha = noise(cells, 1, 1).map(Math.abs)
  const made = withArena(() => {
    const bytes = allocBytes(cells + 34).fill(9)
    const classify = instantiateKernel(CLASSIFY_CELLS)
    classify(addressOf(bytes) + 1, addressOf(planeOf(alpha)), LOW, HIGH, cells)
    return [...bytes.subarray(0, cells + 2)]
  })
  const expected = Array.from(alpha, (value) =>
    value < LOW ? BACKGROUND : value > HIGH ? PERSON : EDGE,
  )
  expect(made).toEqual([expected[0], ...expected, expected.at(-1)])
})

test('cells are edges where one beside, above or below is something else', () => {
  const [stride, columns, rows] = [48, 20, 6]
  const kindAt = (x: number, y: number): number =>
    x === 4 && y === 3 ? PERSON : x > 15 ? PERSON : BACKGROUND
  const made = withArena(() => {
    const own = allocBytes(stride * (rows + 2))
    for (let at = 0; at < own.length; at++) {
      own[at] = kindAt((at % stride) - 16, Math.floor(at / stride) - 1)
    }
    const kinds = allocBytes(stride * rows)
    const from = addressOf(own) + stride + 16
    instantiateKernel(MARK_EDGES)(addressOf(kinds), from, stride, columns, rows)
    return Array.from({ length: columns * rows }, (_, at) => {
      return kinds[Math.floor(at / columns) * stride + (at % columns)]
    })
  })
  const expected = Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    const beside = [kindAt(x - 1, y), kindAt(x + 1, y), kindAt(x, y - 1), kindAt(x, y + 1)]
    return beside.every((kind) => kind === kindAt(x, y)) ? kindAt(x, y) : EDGE
  })
  expect(made).toEqual(expected)
})
