import { expect, test } from 'vitest'
import type { Point } from '../../../../engine/geometry/point.ts'
import {
  circlePolygon,
  paintPolygon,
  visitPolygon,
} from '../../../../engine/raster/mask/paint-polygon.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

const SIZE = { width: 24, height: 20 }

/** The share of a pixel that a polygon covers, by the even-odd rule on each of its four scanlines. */
function coverage(ring: readonly Point[], column: number, row: number): number {
  let covered = 0
  for (const part of [0.125, 0.375, 0.625, 0.875]) {
    const y = row + part
    const cuts: number[] = []
    for (const [nth, to] of ring.entries()) {
      const from = ring.at(nth - 1)!
      if (from.y <= y === to.y <= y) continue
      cuts.push(from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y))
    }
    cuts.sort((one, other) => one - other)
    for (let k = 0; k < cuts.length; k += 2) {
      covered += Math.max(0, Math.min(column + 1, cuts[k + 1]!) - Math.max(column, cuts[k]!)) / 4
    }
  }
  return covered
}

/** The pixel at which a plane is farthest from what a polygon covers, and by how much. */
function worst(plane: Float32Array, ring: readonly Point[], { width } = SIZE) {
  let found = { off: 0, at: 0 }
  for (const [at, value] of plane.entries()) {
    const off = Math.abs(value - coverage(ring, at % width, Math.floor(at / width)))
    if (!(off <= found.off)) found = { off, at }
  }
  return found
}

const STAR = Array.from({ length: 5 }, (_, k) => ({
  x: 12 + 9 * Math.sin((4 * Math.PI * k) / 5),
  y: 10 - 9 * Math.cos((4 * Math.PI * k) / 5),
}))

/** An outline that goes up and down many times, with so many teeth. */
function saw(teeth: number): Point[] {
  const edge = Array.from({ length: 2 * teeth + 1 }, (_, k) => ({
    x: 2 + (20 * k) / (2 * teeth),
    y: k % 2 === 0 ? 15.3 : 4.2,
  }))
  return [...edge, { x: 22, y: 18 }, { x: 2, y: 18 }]
}

test.each([
  ['a circle', circlePolygon({ x: 11.3, y: 9.7 }, 6.2)],
  ['a small circle', circlePolygon({ x: 5.4, y: 5.5 }, 0.6)],
  ['a circle that leaves the plane', circlePolygon({ x: 21, y: 1.5 }, 7)],
  ['a star that crosses itself', STAR],
  ['a saw of more points than most have', saw(40)],
  ['a saw of twice as many', saw(80)],
])('%s covers each pixel by its share', (_, ring) => {
  const plane = new Float32Array(SIZE.width * SIZE.height)
  paintPolygon(plane, SIZE, ring)
  expect(worst(plane, ring).off).toBeLessThan(1e-5)
})

test('any polygon covers each pixel by its share, and is visited there', () => {
  const random = seededRandom(9)
  for (let nth = 0; nth < 60; nth++) {
    const size = { width: 1 + Math.floor(30 * random()), height: 1 + Math.floor(20 * random()) }
    // Corners lie on whole numbers, too, and beyond the plane.
    const place = (side: number) => {
      const at = (1.6 * random() - 0.3) * side
      return random() < 0.3 ? Math.round(at) : at
    }
    const ring = Array.from({ length: 3 + Math.floor(9 * random()) }, () => ({
      x: place(size.width),
      y: place(size.height),
    }))
    const plane = new Float32Array(size.width * size.height)
    paintPolygon(plane, size, ring)
    const found = worst(plane, ring, size)
    expect(found.off, JSON.stringify({ size, ring, at: found.at })).toBeLessThan(1e-5)
    const visited = new Float32Array(plane.length)
    visitPolygon(size, ring, (pixel, share) => {
      if (share <= 0) expect.unreachable('a pixel is visited that is not covered')
      visited[pixel] = share
    })
    const apart = visited.map((share, at) => Math.abs(share - plane[at]!))
    expect(Math.max(...apart)).toBeLessThan(1e-5)
  }
})

test('polygons add up to 1 at most', () => {
  const plane = new Float32Array(SIZE.width * SIZE.height)
  for (let round = 0; round < 2; round++)
    paintPolygon(plane, SIZE, circlePolygon({ x: 9, y: 9 }, 5))
  expect(Math.max(...plane)).toBe(1)
})

test('a polygon is visited where it lies in the plane, with its coverage', () => {
  const ring = [
    { x: -3, y: 1 },
    { x: 2.5, y: 1 },
    { x: 2.5, y: 3 },
    { x: -3, y: 3 },
  ]
  const seen = new Map<number, number>()
  visitPolygon({ width: 5, height: 4 }, ring, (pixel, share) => seen.set(pixel, share))
  expect([...seen]).toEqual([
    [5, 1],
    [6, 1],
    [7, 0.5],
    [10, 1],
    [11, 1],
    [12, 0.5],
  ])
})
