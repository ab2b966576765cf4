import { describe, expect, test } from 'vitest'
import { allocPlane, withArena } from '../../../../engine/raster/arena.ts'
import { averageAlongLines } from '../../../../engine/raster/filter/average-along-lines.ts'
import { blur } from '../../../../engine/raster/filter/blur.ts'
import { lineOrientation, ridgeResponse } from '../../../../engine/raster/filter/line-structure.ts'
import { planeOf as arenaPlane, farthest, noise } from '../simd/arena-values.ts'

const SIZE = { width: 64, height: 48 }
const COUNT = SIZE.width * SIZE.height
const MIDDLE = 24 * SIZE.width + 32

/** A plane by the distance of each pixel from its middle. */
function planeOf(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: COUNT }, (_, i) =>
    value((i % SIZE.width) - 32, Math.floor(i / SIZE.width) - 24),
  )
}

/** A line through the middle at an angle: a Gaussian profile of sigma 2. */
function lineAt(angle: number, depth: number): Float32Array {
  return planeOf((x, y) => {
    const across = -x * Math.sin(angle) + y * Math.cos(angle)
    return 50 - depth * Math.exp(-(across * across) / 8)
  })
}

const ANGLES = [0, 0.4, Math.PI / 4, 1.3, Math.PI / 2, 2.5]

describe('the ridge response', () => {
  const response = (plane: Float32Array) => ridgeResponse(blur(plane, SIZE, 2), SIZE, 2)[MIDDLE]!

  test.each(ANGLES)('of a dark line at %f rad is in proportion to its depth', (angle) => {
    const [shallow, deep] = [5, 10].map((depth) => response(lineAt(angle, depth)))
    // A Gaussian line of the sigma of the blur responds with 1 / sqrt(8) of its depth.
    expect(deep! / 10).toBeCloseTo(Math.sqrt(1 / 8), 1)
    expect(deep! / shallow!).toBeCloseTo(2, 2)
  })

  test('of a bright line, a dark spot and a slope is 0', () => {
    const spot = planeOf((x, y) => 50 - 10 * Math.exp(-(x * x + y * y) / 8))
    const slope = planeOf((x, y) => 50 + 0.3 * x - 0.2 * y)
    for (const plane of [lineAt(0.4, -10), spot, slope]) expect(response(plane)).toBeLessThan(0.001)
  })

  test('of an edge is at most a quarter of its height, on the dark side', () => {
    const edge = planeOf((x) => (x < 0 ? 20 : 60))
    const all = ridgeResponse(blur(edge, SIZE, 2), SIZE, 2)
    const row = all.subarray(24 * SIZE.width, 25 * SIZE.width)
    expect(Math.max(...row)).toBeLessThan(10.5)
    expect(Math.max(...row.subarray(32))).toBe(0)
  })

  test('is 0 on the border', () => {
    const all = ridgeResponse(lineAt(0, 10), SIZE, 2)
    for (let y = 0; y < SIZE.height; y++) {
      expect([all[y * SIZE.width], all[(y + 1) * SIZE.width - 1]]).toEqual([0, 0])
    }
  })
})

test.each(ANGLES)('the orientation of a line at %f rad is its direction', (angle) => {
  const cover = planeOf((x, y) => (Math.hypot(x, y) < 8 ? 1 : 0))
  const { x, y } = lineOrientation(lineAt(angle, 10), cover, SIZE, 2)
  expect(Math.abs(x[MIDDLE]! * Math.cos(angle) + y[MIDDLE]! * Math.sin(angle))).toBeCloseTo(1, 3)
  expect(Math.hypot(x[MIDDLE]!, y[MIDDLE]!)).toBeCloseTo(1, 5)
  expect([x[0], y[0]]).toEqual([0, 0])
})

test('an average along lines keeps them and removes what varies along them', () => {
  const line = lineAt(0, 10)
  const grain = planeOf((x) => (x % 2 === 0 ? 3 : -3))
  const both = line.map((value, i) => value + grain[i]!)
  const everywhere = new Float32Array(COUNT).fill(1)
  const flow = { x: everywhere, y: new Float32Array(COUNT) }
  const [l, a] = averageAlongLines([both, grain, grain], flow, everywhere, SIZE, 4)
  expect(l[MIDDLE]).toBeCloseTo(line[MIDDLE]!, 0)
  expect(Math.abs(a[MIDDLE]!)).toBeLessThan(0.5)
})

test('the outermost pixels, which lack neighbours, have no response', () => {
  const noise = Float32Array.from(
    { length: COUNT },
    (_, at) => Math.imul(at + 1, 2654435761) >>> 24,
  )
  const response = ridgeResponse(noise, SIZE, 2)
  const border = [...response.keys()].filter((at) => {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    return x === 0 || y === 0 || x === SIZE.width - 1 || y === SIZE.height - 1
  })
  expect(border.every((at) => response[at] === 0)).toBe(true)
  const inner = response.filter(
    (_, at) => at % SIZE.width === 1 || at % SIZE.width === SIZE.width - 2,
  )
  expect(inner.some((value) => value > 0)).toBe(true)
})

describe('every pixel', () => {
  const [width, height] = [13, 9]
  const size = { width, height }
  const plane = noise(width * height, 1)
  const at = (x: number, y: number) => plane[y * width + x]!
  const isBorder = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return x === 0 || y === 0 || x === width - 1 || y === height - 1
  }

  /** In an arena that holds the remains of other planes. */
  function amidRemains<T>(work: () => T & (T extends PromiseLike<unknown> ? never : unknown)): T {
    withArena(() => void allocPlane(50_000).fill(1e9))
    return withArena(work)
  }

  test('has the ridge response of its eight neighbours, on the border none', () => {
    const found = amidRemains(() => ridgeResponse(arenaPlane(plane), size, 3).slice())
    const expected = plane.map((here, i) => {
      if (isBorder(i)) return 0
      const [x, y] = [i % width, Math.floor(i / width)]
      const xx = at(x - 1, y) + at(x + 1, y) - 2 * here
      const yy = at(x, y - 1) + at(x, y + 1) - 2 * here
      const xy = (at(x - 1, y - 1) + at(x + 1, y + 1) - at(x + 1, y - 1) - at(x - 1, y + 1)) / 4
      const spread = Math.hypot((xx - yy) / 2, xy)
      const [large, small] = [(xx + yy) / 2 + spread, (xx + yy) / 2 - spread]
      return xx + yy > 0 ? 9 * Math.max(0, large - 1.5 * Math.abs(small)) : 0
    })
    expect(farthest(found, expected)).toBeLessThan(1e-5)
  })

  test('has the direction of its structure tensor, to which the border adds nothing', () => {
    const everywhere = new Float32Array(width * height).fill(1)
    const found = amidRemains(() => {
      const { x, y } = lineOrientation(arenaPlane(plane), arenaPlane(everywhere), size, 1.5)
      return [x.slice(), y.slice()]
    })
    const tensor = [0, 1, 2].map((part) =>
      blur(
        plane.map((_, i) => {
          if (isBorder(i)) return 0
          const [x, y] = [i % width, Math.floor(i / width)]
          const [dx, dy] = [at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)]
          return [dx * dx, dy * dy, dx * dy][part]!
        }),
        size,
        1.5,
      ),
    )
    for (let i = 0; i < plane.length; i++) {
      const [xx, yy, xy] = tensor.map((part) => part[i]!) as [number, number, number]
      const angle = Math.atan2(2 * xy, xx - yy) / 2 + Math.PI / 2
      const along = found[0]![i]! * Math.cos(angle) + found[1]![i]! * Math.sin(angle)
      expect(Math.abs(along)).toBeCloseTo(1, 4)
    }
  })
})
