import { expect, test } from 'vitest'
import { shadeWithoutWear } from '../../../../engine/effects/obj-replace/shade-without-wear.ts'

const BLUE = { l: 40, a: 0, b: -24 }

/** How light a pixel of a blue surface of L* `own` is without its wear, that has so much of its lightness and dye. */
function shadeOf(was: number, dye: number, own = BLUE): number {
  const l = was * (own.l + 16) - 16
  const lab = {
    l: Float32Array.of(l),
    a: Float32Array.of(dye * was * own.a),
    b: Float32Array.of(dye * was * own.b),
  }
  return shadeWithoutWear({ lab, own, white: 96 }, 0)
}

test('light and shadow stay, as chroma goes with them', () => {
  for (const was of [0.6, 0.9, 1, 1.2, 1.5]) expect(shadeOf(was, 1)).toBeCloseTo(was, 2)
})

test('what is lighter because it has less dye is hardly lighter', () => {
  expect(shadeOf(1.3, 0.6)).toBeLessThan(1.12)
  // Nor is what is darker because it has more.
  expect(shadeOf(0.85, 1.25)).toBeGreaterThan(0.93)
  // A shadow of worn cloth is one.
  expect(shadeOf(0.7, 0.6)).toBeCloseTo(0.7, 2)
})

test('a lighter place never becomes a darker one', () => {
  for (let dye = 0; dye < 1; dye += 0.1) expect(shadeOf(1.2, dye)).toBeGreaterThan(1)
})

test.each([
  // Below an L* of 15, and a chroma of 12, there is no dye to be told.
  [{ l: 15, a: 0, b: -24 }, 1.3],
  [{ l: 40, a: 0, b: -11.9 }, 1.3],
])('%o tells no wear', (own, expected) => {
  expect(shadeOf(1.3, 0.6, own)).toBeCloseTo(expected, 5)
})

test('a surface between 15 and 30 tells its wear in part', () => {
  const [dark, between, light] = [15, 22, 30].map((l) => shadeOf(1.3, 0.6, { ...BLUE, l }))
  expect(between).toBeLessThan(dark! - 0.03)
  expect(between).toBeGreaterThan(light! + 0.03)
})
