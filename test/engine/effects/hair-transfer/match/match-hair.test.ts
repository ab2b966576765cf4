import { expect, test } from 'vitest'
import {
  colourCastOf,
  compressHighlights,
} from '../../../../../engine/effects/hair-transfer/match/match-hair.ts'
import { luminance } from '../../../../../engine/raster/colour/lab.ts'

test('the brightest light on hair keeps its steps', () => {
  expect(compressHighlights(0.5)).toBe(0.5)
  expect(compressHighlights(1.4)).toBeLessThan(0.97)
  expect(compressHighlights(1.4) - compressHighlights(1.1)).toBeGreaterThan(0.02)
})

test('the cast of light is that of the eyes’ white beyond what is usual and what is chance', () => {
  for (const white of [
    [0.61, 0.475, 0.41],
    [0.39, 0.29, 0.25],
  ] as const) {
    for (const tint of colourCastOf(white)) expect(tint).toBeCloseTo(1, 2)
  }
  const [red, green, blue] = colourCastOf([0.4, 0.16, 0.09])
  expect(red).toBeGreaterThan(1.15)
  expect(blue).toBeLessThan(0.8)
  expect(luminance(red, green, blue)).toBeCloseTo(1, 3)
  const [coldRed, , coldBlue] = colourCastOf([0.2, 0.22, 0.4])
  expect(coldRed).toBeLessThan(coldBlue)
})
