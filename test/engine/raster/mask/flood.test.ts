import { expect, test } from 'vitest'
import { flood } from '../../../../engine/raster/mask/flood.ts'

const WIDTH = 4
const plane = Float32Array.of(...[2, 0, 0, 1], ...[1, 0, 1, 1], ...[0, 2, 0, 0])
const reach = (start: number, low: number, neighbours: 4 | 8, seen = new Uint8Array(12)) =>
  flood(plane, WIDTH, start, low, neighbours, seen).toSorted((a, b) => a - b)

test('four neighbours lie beside a pixel, eight around it', () => {
  expect(reach(0, 1, 4)).toEqual([0, 4])
  expect(reach(0, 1, 8)).toEqual([0, 3, 4, 6, 7, 9])
})

test('a row does not go on in the next one', () => {
  expect(reach(3, 1, 4)).toEqual([3, 6, 7])
})

test('values of the limit are reached, lower ones and those seen before are not', () => {
  expect(reach(0, 1.1, 4)).toEqual([0])
  const seen = new Uint8Array(12)
  seen[4] = 1
  expect(reach(0, 1, 4, seen)).toEqual([0])
  expect([seen[0], seen[7]]).toEqual([1, 0])
})
