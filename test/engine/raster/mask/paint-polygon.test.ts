import { expect, test } from 'vitest'
import type { Point } from '../../../../engine/geometry/point.ts'
import {
  circlePolygon,
  paintPolygon,
  visitPolygon,
} from '../../../../engine/raster/mask/paint-polygon.ts'

const SIZE = { width: 24, height: 20 }

/** The even-odd rule at one point. */
function isInside(ring: readonly Point[], x: number, y: number): boolean {
  let inside = false
  for (const [nth, to] of ring.entries()) {
    const from = ring.at(nth - 1)!
    if (from.y <= y === to.y <= y) continue
    if (x < from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y)) inside = !inside
  }
  return inside
}

/** The share of a pixel that a polygon covers, by sampling. */
function coverage(ring: readonly Point[], column: number, row: number): number {
  const across = 100
  let hits = 0
  for (let part = 0; part < 4; part++) {
    for (let k = 0; k < across; k++) {
      if (isInside(ring, column + (k + 0.5) / across, row + (part + 0.5) / 4)) hits++
    }
  }
  return hits / (4 * across)
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
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const off = Math.abs(plane[y * SIZE.width + x]! - coverage(ring, x, y))
      expect(off, `${x}, ${y}`).toBeLessThan(0.03)
    }
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
