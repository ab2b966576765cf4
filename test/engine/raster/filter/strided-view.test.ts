import { describe, expect, it, test } from 'vitest'
import { allocPlane, withArena } from '../../../../engine/raster/arena.ts'
import {
  allocView,
  copyRows,
  doubleView,
  halveView,
  MIN_WEIGHT,
  repeatEdges,
  rowAddress,
  type StridedView,
  viewOf,
} from '../../../../engine/raster/filter/strided-view.ts'
import { farthest, noise, planeOf } from '../simd/arena-values.ts'

/** Values of a view by column and row; beyond its sides the last ones repeat. */
function valueAt({ width, height, data, start, stride }: StridedView, x: number, y: number) {
  const [column, row] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))]
  return data[start + row * stride + column]!
}

function valuesOf(view: StridedView): number[] {
  return Array.from({ length: view.width * view.height }, (_, at) =>
    valueAt(view, at % view.width, Math.floor(at / view.width)),
  )
}

/** A view with margins, filled with noise. */
function noisy(width: number, height: number, margin: number): StridedView {
  const view = allocView({ width, height }, margin)
  view.data.set(noise(view.data.length, width))
  return view
}

test('the least weight moves no mean of levels that anybody sees', () => {
  expect(MIN_WEIGHT).toBe(1e-6)
})

test.each([
  [8, 3, 14],
  [9, 3, 22],
  [1, 0, 8],
])('rows of %i values with margins of %i lie %i values apart', (width, margin, stride) => {
  withArena(() => {
    const view = allocView({ width, height: 5 }, margin)
    expect(view).toMatchObject({ width, height: 5, start: margin, stride })
    expect(view.data).toHaveLength(5 * stride)
    expect(rowAddress(view, 2) - view.data.byteOffset).toBe(4 * (margin + 2 * stride))
    const plane = planeOf(noise(15, 1))
    expect(viewOf(plane, { width: 3, height: 5 })).toEqual({
      width: 3,
      height: 5,
      data: plane,
      start: 0,
      stride: 3,
    })
  })
})

test('rows are copied from one view to another, and nothing beside them', () => {
  withArena(() => {
    const from = noisy(5, 4, 2)
    const to = allocView(from, 3)
    to.data.fill(99)
    copyRows(from, to)
    expect(valuesOf(to)).toEqual(valuesOf(from))
    expect(to.data.filter((value) => value === 99)).toHaveLength(to.data.length - 20)
  })
})

test.each([1, 3])('edges are repeated by whole pixels of %i channels', (channels) => {
  withArena(() => {
    const reach = 2
    const width = 4 * channels
    const view = noisy(width, 3, reach * channels + 1)
    const before = view.data.slice()
    repeatEdges(view, reach, channels)
    const expected = before.slice()
    for (let y = 0; y < 3; y++) {
      const first = view.start + y * view.stride
      for (let x = -reach * channels; x < width + reach * channels; x++) {
        const channel = (x + reach * channels) % channels
        const pixel = Math.min(3, Math.max(0, Math.floor(x / channels)))
        expected[first + x] = before[first + pixel * channels + channel]!
      }
    }
    expect(view.data).toEqual(expected)
  })
})

describe.each([
  [8, 6],
  [9, 7],
  [2, 1],
  [1, 2],
  [13, 4],
  [32, 6],
  [83, 5],
])('a view of %i × %i', (width, height) => {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }

  it('is halved to means of four, the last of an odd side counted twice', () => {
    withArena(() => {
      const from = noisy(width, height, 2)
      const to = allocView(half, 1)
      const behind = allocPlane(200).fill(99)
      halveView(from, to)
      expect(behind.every((value) => value === 99)).toBe(true)
      const expected = Array.from({ length: half.width * half.height }, (_, at) => {
        const [x, y] = [2 * (at % half.width), 2 * Math.floor(at / half.width)]
        const sum = [x, x + 1].map(
          (column) => valueAt(from, column, y) + valueAt(from, column, y + 1),
        )
        return (sum[0]! + sum[1]!) / 4
      })
      expect(farthest(valuesOf(to), expected)).toBeLessThan(1e-6)
    })
  })

  it('is halved to means of products with weights', () => {
    withArena(() => {
      const from = viewOf(planeOf(noise(width * height, 3)), { width, height })
      const weights = planeOf(noise(width * height, 4, 1).map(Math.abs))
      weights.fill(0, 0, 1)
      const to = allocView(half, 1)
      halveView(from, to, weights)
      const weighed = viewOf(
        from.data.map((value, at) => value * (weights[at]! + MIN_WEIGHT)),
        from,
      )
      const expected = Array.from({ length: half.width * half.height }, (_, at) => {
        const [x, y] = [2 * (at % half.width), 2 * Math.floor(at / half.width)]
        const sum = [x, x + 1].map(
          (column) => valueAt(weighed, column, y) + valueAt(weighed, column, y + 1),
        )
        return (sum[0]! + sum[1]!) / 4
      })
      expect(farthest(valuesOf(to), expected)).toBeLessThan(1e-6)
    })
  })

  it('is what its half is doubled to, bilinear', () => {
    withArena(() => {
      const from = noisy(half.width, half.height, 1)
      const to = allocView({ width, height }, 8)
      const next = (at: number) => (at >> 1) + (at % 2 ? 1 : -1)
      const expected = Array.from({ length: width * height }, (_, at) => {
        const [x, y] = [at % width, Math.floor(at / width)]
        const [near, other] = [y >> 1, next(y)].map(
          (row) => (3 * valueAt(from, x >> 1, row) + valueAt(from, next(x), row)) / 4,
        )
        return (3 * near! + other!) / 4
      })
      doubleView(from, to)
      expect(farthest(valuesOf(to), expected)).toBeLessThan(1e-6)
    })
  })
})
