import { expect, test } from 'vitest'
import {
  type Displacement,
  forEachMovedPixel,
  identityDisplacement,
  isVisibleShift,
  maxDisplacement,
  minJacobian,
  neighbourhoodMean,
  removeFolds,
  smoothDisplacement,
} from '../../../../engine/raster/warp/displacement.ts'

test('removes the folds of a field and leaves it elsewhere as it was', () => {
  const field = identityDisplacement(400, 300, 8)
  const spike = 20 * field.cols + 25
  field.dx[spike] = 30
  field.dy[spike] = -25
  field.dx[3 * field.cols + 3] = 2
  expect(minJacobian(field)).toBeLessThan(0)
  removeFolds(field, 0.1)
  expect(minJacobian(field)).toBeGreaterThanOrEqual(0.1)
  expect(field.dx[3 * field.cols + 3]).toBe(2)
})

test('smoothing keeps a constant field and lowers a peak', () => {
  const field = identityDisplacement(100, 100, 10)
  field.dx.fill(3)
  field.dy[field.cols * 5 + 5] = 9
  const smooth = smoothDisplacement(field, 1)
  expect(smooth.dx.every((v) => Math.abs(v - 3) < 1e-5)).toBe(true)
  expect(maxDisplacement(smooth)).toBeLessThan(maxDisplacement(field))
})

test('visits only pixels in moved cells, with bilinear displacements', () => {
  const field = identityDisplacement(64, 48, 8)
  field.dx[2 * field.cols + 3] = 8
  const seen = new Map<string, number>()
  forEachMovedPixel(field, 64, 48, (x, y, dx) => seen.set(`${x},${y}`, dx))
  expect(seen.size).toBe(16 * 16)
  expect(seen.get('24,16')).toBe(8)
  expect(seen.get('28,16')).toBe(4)
  expect(seen.get('28,20')).toBe(2)
  expect(seen.has('40,16')).toBe(false)
})

/** A field of 4 × 3 cells of 8 pixels, whose nodes differ in both directions. */
function uneven(): Displacement {
  const field = identityDisplacement(25, 17, 8)
  expect([field.cols, field.rows]).toEqual([5, 4])
  for (let at = 0; at < field.dx.length; at++) {
    field.dx[at] = 2 * Math.sin(at * at)
    field.dy[at] = 2 * Math.cos(3 * at)
  }
  return field
}

test.each([
  [1, 8, 2],
  [2, 8, 3],
  [9, 8, 3],
  [10, 8, 4],
])('a field over %i pixels has a node every %i, and one beyond: %i', (width, step, cols) => {
  expect(identityDisplacement(width, 1, step).cols).toBe(cols)
  expect(identityDisplacement(1, width, step).rows).toBe(cols)
})

test('a shift is seen from a fiftieth of a pixel on', () => {
  expect([
    isVisibleShift(0.0201, 0),
    isVisibleShift(0, -0.0201),
    isVisibleShift(0.0145, 0.0145),
  ]).toEqual([true, true, true])
  expect([isVisibleShift(0.0199, 0), isVisibleShift(0.014, 0.014)]).toEqual([false, false])
})

test.each([
  [22, 15],
  [25, 17],
])(
  'every one of %i × %i pixels is visited once, with the bilinear displacement of its cell',
  (width, height) => {
    const field = uneven()
    const seen = new Set<string>()
    forEachMovedPixel(field, width, height, (x, y, dx, dy) => {
      seen.add(`${x},${y}`)
      const [i, j] = [Math.floor(x / 8), Math.floor(y / 8)]
      const [u, v] = [x / 8 - i, y / 8 - j]
      const of = (values: Float32Array) => {
        const node = (a: number, b: number) => values[(j + b) * field.cols + i + a]!
        const above = node(0, 0) * (1 - u) + node(1, 0) * u
        return above * (1 - v) + (node(0, 1) * (1 - u) + node(1, 1) * u) * v
      }
      expect(dx).toBeCloseTo(of(field.dx), 5)
      expect(dy).toBeCloseTo(of(field.dy), 5)
    })
    expect(seen.size).toBe(width * height)
  },
)

test.each([0, 1, 5, 6])(
  'a cell moves by whichever of its nodes, and only where it is selected',
  (node) => {
    for (const values of ['dx', 'dy'] as const) {
      const field = identityDisplacement(25, 17, 8)
      field[values][field.cols + 1] = 1
      const kinds = new Uint8Array(field.dx.length)
      kinds[node] = 3
      let visited = 0
      forEachMovedPixel(field, 25, 17, () => void visited++, { kinds, kind: 3 })
      expect(visited).toBe(64)
    }
  },
)

test('the mean around a node is that of up to nine', () => {
  const field = uneven()
  const mean = (nodes: number[]) => nodes.reduce((sum, at) => sum + field.dx[at]!, 0) / nodes.length
  expect(neighbourhoodMean(field.dx, field, 0)).toBeCloseTo(mean([0, 1, 5, 6]), 6)
  expect(neighbourhoodMean(field.dx, field, 4)).toBeCloseTo(mean([3, 4, 8, 9]), 6)
  expect(neighbourhoodMean(field.dx, field, 6)).toBeCloseTo(mean([0, 1, 2, 5, 6, 7, 10, 11, 12]), 6)
  expect(neighbourhoodMean(field.dx, field, 19)).toBeCloseTo(mean([13, 14, 18, 19]), 6)
})

test('the least Jacobian is that of the corner which shrinks most', () => {
  const field = identityDisplacement(25, 17, 8)
  expect(minJacobian(field)).toBe(1)
  const along = (a: number, b: number, c: number, d: number) => {
    for (let at = 0; at < field.dx.length; at++) {
      const [x, y] = [8 * (at % field.cols), 8 * Math.floor(at / field.cols)]
      field.dx[at] = a * x + b * y
      field.dy[at] = c * x + d * y
    }
    return minJacobian(field)
  }
  expect(along(-0.3, 0, 0, 0)).toBeCloseTo(0.7, 5)
  expect(along(0, 0, 0, -0.4)).toBeCloseTo(0.6, 5)
  expect(along(-0.2, 0.5, 0.4, -0.1)).toBeCloseTo(0.8 * 0.9 - 0.2, 5)
  expect(along(0.2, 0, 0, 0)).toBe(1)
})

test('folds are removed until cells keep a share of their area, and a field that has none stays', () => {
  const field = uneven()
  const before = field.dx.slice()
  removeFolds(field, minJacobian(field) - 1e-6)
  expect(field.dx).toEqual(before)
  for (const least of [0.12, 0.5, 0.8]) {
    const folded = uneven()
    for (const [at, value] of folded.dx.entries()) folded.dx[at] = 8 * value
    removeFolds(folded, least)
    expect(minJacobian(folded)).toBeGreaterThanOrEqual(least)
  }
})

test('the longest displacement is measured along both axes, and a field is smoothed by a triangle', () => {
  const field = identityDisplacement(80, 80, 8)
  field.dx[5 * field.cols + 5] = 3
  field.dy[5 * field.cols + 5] = -4
  expect(maxDisplacement(field)).toBe(5)
  const { dx, dy, step, cols } = smoothDisplacement(field, 1)
  expect([step, cols]).toEqual([8, field.cols])
  const weight = (i: number, j: number) => ((3 - Math.abs(i)) * (3 - Math.abs(j))) / 81
  for (let j = -3; j <= 3; j++) {
    for (let i = -3; i <= 3; i++) {
      const expected =
        Math.max(0, 3 - Math.abs(i)) * Math.max(0, 3 - Math.abs(j)) === 0 ? 0 : weight(i, j)
      expect(dx[(5 + j) * cols + 5 + i]).toBeCloseTo(3 * expected, 5)
      expect(dy[(5 + j) * cols + 5 + i]).toBeCloseTo(-4 * expected, 5)
    }
  }
})

test.each([
  [0, 1, 1],
  [1, -1, 1],
  [2, 1, -1],
  [3, -1, -1],
])('a cell shrinks most at corner %i when its node moves in', (node, x, y) => {
  const field = { step: 10, cols: 2, rows: 2, dx: new Float32Array(4), dy: new Float32Array(4) }
  const moveIn = (share: number) => {
    field.dx[node] = 10 * share * x
    field.dy[node] = 10 * share * y
  }
  moveIn(0.4)
  expect(minJacobian(field)).toBeCloseTo(0.2, 5)
  removeFolds(field, 0.19)
  expect(field.dx[node]).toBe(4 * x)
  removeFolds(field, 0.21)
  expect(minJacobian(field)).toBeGreaterThanOrEqual(0.21)
})

/** The same by looking at every corner of every cell in each pass. */
function unfolded(field: Displacement, least: number): Displacement {
  const { cols, rows, step } = field
  const [dx, dy] = [field.dx.slice(), field.dy.slice()]
  for (let pass = 0; pass < 300; pass++) {
    const folded = new Set<number>()
    for (let cell = 0; cell < cols * (rows - 1); cell++) {
      if (cell % cols === cols - 1) continue
      const nodes = [cell, cell + 1, cell + cols, cell + cols + 1]
      for (const [across, down] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ] as const) {
        const [h, v] = [cell + across * cols, cell + down]
        const along = (values: Float32Array) => (values[h + 1]! - values[h]!) / step
        const below = (values: Float32Array) => (values[v + cols]! - values[v]!) / step
        const area = (1 + along(dx)) * (1 + below(dy)) - below(dx) * along(dy)
        if (area < least) for (const node of nodes) folded.add(node)
      }
    }
    if (folded.size === 0) break
    for (const values of [dx, dy]) {
      const moved = [...folded].map(
        (at) => (values[at]! + neighbourhoodMean(values, field, at)) / 2,
      )
      for (const [nth, at] of [...folded].entries()) values[at] = moved[nth]!
    }
  }
  return { ...field, dx, dy }
}

test.each([
  [0.12, 0.95],
  [0.6, 0.5],
  [0.9, 0.15],
])('whichever node folds cells below %f of their area, it is found', (least, reach) => {
  const size = identityDisplacement(25, 17, 8)
  for (let node = 0; node < size.dx.length; node++) {
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [0.7, 0.7],
      [-0.7, 0.7],
    ] as const) {
      const field = identityDisplacement(25, 17, 8)
      field.dx[node] = 8 * reach * x
      field.dy[node] = 8 * reach * y
      const { dx, dy } = unfolded(field, least)
      removeFolds(field, least)
      expect(field).toMatchObject({ dx, dy })
    }
  }
})

test('without another limit a cell keeps an eighth of its area, nearly', () => {
  const field = identityDisplacement(25, 17, 8)
  field.dx[6] = -8 * 0.87
  removeFolds(field)
  expect(field.dx[6]).toBeCloseTo(-8 * 0.87, 5)
  field.dx[6] = -8 * 0.89
  removeFolds(field)
  expect(field.dx[6]).toBeGreaterThan(-8 * 0.87)
})

test.each([0, 7, 19])('the longest displacement may be that of node %i', (node) => {
  const field = identityDisplacement(25, 17, 8)
  field.dx[node] = 0.3
  field.dy[node] = 0.4
  expect(maxDisplacement(field)).toBeCloseTo(0.5, 6)
})
