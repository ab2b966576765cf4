import { expect, test } from 'vitest'
import {
  blendStops,
  sampleClamped,
  sampleFading,
  sampleOrZero,
  stopClamped,
  stopShare,
  stretchedStops,
} from '../../../engine/geometry/sample.ts'
import { fc } from '../../setup/random.ts'

const SIZE = { width: 5, height: 4 }
const data = Float64Array.from({ length: 20 }, (_, i) => (37 * i) % 23)
const at = (x: number, y: number): number => data[y * SIZE.width + x]!
const clamped = (x: number, y: number): number =>
  at(Math.min(4, Math.max(0, x)), Math.min(3, Math.max(0, y)))
const zeroPadded = (x: number, y: number): number =>
  x < 0 || y < 0 || x > 4 || y > 3 ? 0 : at(x, y)

/** Four pixels by their shares of a unit square, each looked up by itself. */
function reference(x: number, y: number, look: (x: number, y: number) => number): number {
  let sum = 0
  for (const dy of [0, 1]) {
    for (const dx of [0, 1]) {
      const [px, py] = [Math.floor(x) + dx, Math.floor(y) + dy]
      sum += (1 - Math.abs(x - px)) * (1 - Math.abs(y - py)) * look(px, py)
    }
  }
  return sum
}

const anywhere = fc.double({ min: -3, max: 8, noNaN: true })

test('a clamped sample is that of a plane whose edges go on', () => {
  fc.assert(
    fc.property(anywhere, anywhere, (x, y) => {
      expect(sampleClamped(data, SIZE, x, y)).toBeCloseTo(reference(x, y, clamped), 9)
    }),
  )
})

test('a pixel centre gives the pixel, the last one too', () => {
  expect([sampleClamped(data, SIZE, 2, 1), sampleClamped(data, SIZE, 4, 3)]).toEqual([
    at(2, 1),
    at(4, 3),
  ])
})

test('beyond the outer pixels a sample is 0, on their edge not yet', () => {
  const cases: [x: number, y: number, isInside: boolean][] = [
    [-0.5, 1, true],
    [-0.51, 1, false],
    [4.5, 1, true],
    [4.51, 1, false],
    [2, -0.5, true],
    [2, -0.51, false],
    [2, 3.5, true],
    [2, 3.51, false],
  ]
  for (const [x, y, isInside] of cases) {
    expect(sampleOrZero(data, SIZE, x, y), `${x} ${y}`).toBe(
      isInside ? sampleClamped(data, SIZE, x, y) : 0,
    )
  }
})

test('a fading sample is that of a plane with a rim of zeros', () => {
  fc.assert(
    fc.property(anywhere, anywhere, (x, y) => {
      expect(sampleFading(data, SIZE, x, y)).toBeCloseTo(reference(x, y, zeroPadded), 9)
    }),
  )
})

test('stops of both directions give the sample, of each of several channels', () => {
  const three = Float64Array.from({ length: 60 }, (_, i) => (41 * i) % 29)
  fc.assert(
    fc.property(anywhere, anywhere, fc.integer({ min: 0, max: 2 }), (x, y, channel) => {
      const [column, row] = [stopClamped(x, 5), stopClamped(y, 4)]
      expect(blendStops(data, 5, column, row)).toBeCloseTo(sampleClamped(data, SIZE, x, y), 9)
      const own = three.filter((_, i) => i % 3 === channel)
      expect(blendStops(three, 5, column, row, 3, channel)).toBeCloseTo(
        sampleClamped(own, SIZE, x, y),
        9,
      )
    }),
  )
})

test('both neighbours of a stop share it', () => {
  const stop = stopClamped(1.25, 5)
  expect([stop.first, stop.next, stopShare(stop, 0), stopShare(stop, 1)]).toEqual([
    1, 2, 0.75, 0.25,
  ])
  expect(stopClamped(9, 5)).toEqual({ first: 4, next: 4, part: 0 })
  expect(stopClamped(-1, 5)).toEqual({ first: 0, next: 1, part: 0 })
})

test('stops of a stretched line lie under the centres of its values', () => {
  expect(stretchedStops(4, 2)).toEqual([
    { first: 0, next: 1, part: 0 },
    { first: 0, next: 1, part: 0.25 },
    { first: 0, next: 1, part: 0.75 },
    { first: 1, next: 1, part: 0 },
  ])
})
