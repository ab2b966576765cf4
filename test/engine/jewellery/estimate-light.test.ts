import { expect, test } from 'vitest'
import { estimateLight } from '../../../engine/jewellery/estimate-light.ts'

/** The gain by the white of an eye, of a picture that is all skin in full light. */
function gainBy(white: readonly [number, number, number]): readonly [number, number, number] {
  const size = { width: 20, height: 20 }
  const data = new Uint8ClampedArray(1600).fill(200)
  const box = { left: 0, top: 0, ...size }
  return estimateLight({ ...size, data }, { near: () => 1, box, lit: 0.58, white, size: 10 }).gain
}

test('the white of an eye is reddish in neutral light, and silver stays grey in it', () => {
  for (const white of [
    [0.41, 0.29, 0.22],
    [0.43, 0.38, 0.41],
  ] as const) {
    const gain = gainBy(white)
    expect(Math.max(...gain) - Math.min(...gain)).toBeLessThan(0.02)
  }
})

test('what goes beyond that is the colour of the light', () => {
  const [red, , blue] = gainBy([0.42, 0.15, 0.06])
  expect(red / blue).toBeGreaterThan(1.4)
  const [coldRed, , coldBlue] = gainBy([0.2, 0.3, 0.6])
  expect(coldBlue / coldRed).toBeGreaterThan(1.3)
})
