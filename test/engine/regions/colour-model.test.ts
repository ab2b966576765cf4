import { expect, test } from 'vitest'
import {
  type ColourModel,
  colourDistance,
  squaredDistances,
} from '../../../engine/regions/colour-model.ts'

const LAB = {
  l: Float32Array.of(20, 55, 70, 98, 40),
  a: Float32Array.of(3, 14, -8, 0, 60),
  b: Float32Array.of(-4, 18, 30, 1, -50),
}

test.each<[string, ColourModel]>([
  ['no colours', []],
  ['one colour', [[50, 10, 12]]],
  [
    'several colours',
    [
      [22, 2, -3],
      [68, -6, 33],
      [90, 0, 0],
    ],
  ],
])('the squared distances to a model of %s are those of each pixel', (_, model) => {
  const squares = squaredDistances(LAB, model)
  for (const [at, square] of squares.entries()) {
    expect(Math.sqrt(square)).toBeCloseTo(colourDistance(LAB, at, model), 3)
  }
})
