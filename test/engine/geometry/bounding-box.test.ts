import { expect, test } from 'vitest'
import { boxOfPixels, boxOfPlane, boxOfPoints } from '../../../engine/geometry/bounding-box.ts'

const SIZE = { width: 5, height: 4 }

test.each([
  ['one pixel', [7], { left: 2, top: 1, width: 1, height: 1 }],
  ['two corners', [0, 19], { left: 0, top: 0, width: 5, height: 4 }],
  ['a row that rises', [8, 11], { left: 1, top: 1, width: 3, height: 2 }],
])('the box of %s holds it and no more', (_, pixels, box) => {
  const plane = new Float32Array(20)
  for (const pixel of pixels) plane[pixel] = 0.1
  expect(boxOfPixels(pixels, SIZE.width)).toEqual(box)
  expect(boxOfPlane(plane, SIZE)).toEqual(box)
})

test('an empty plane has no box', () => {
  expect(boxOfPlane(new Uint8Array(20), SIZE)).toBeUndefined()
})

test('the box of points ends at the outer ones, between pixels too', () => {
  const points = [
    { x: 1.5, y: -2.5 },
    { x: 7.25, y: 3 },
  ]
  expect(boxOfPoints(points)).toEqual({ left: 1.5, top: -2.5, width: 5.75, height: 5.5 })
})
