import { expect, test } from 'vitest'
import { labToSrgb, srgbToLab } from '../../../engine/raster/lab.ts'

function lab(r: number, g: number, b: number) {
  const out = new Float64Array(3)
  srgbToLab(r, g, b, out)
  return [...out]
}

test.each([
  // Published values of sRGB's corners under D65 (Lindbloom).
  [255, 255, 255, 100, 0, 0],
  [255, 0, 0, 53.24, 80.09, 67.2],
  [0, 255, 0, 87.73, -86.18, 83.18],
  [0, 0, 255, 32.3, 79.19, -107.86],
  [0, 0, 0, 0, 0, 0],
])('rgb(%i, %i, %i)', (r, g, b, l, a, bb) => {
  const [ll, aa, bbb] = lab(r, g, b)
  expect(ll).toBeCloseTo(l, 1)
  expect(aa).toBeCloseTo(a, 1)
  expect(bbb).toBeCloseTo(bb, 1)
})

test('there and back is the same byte', () => {
  const out = new Float64Array(3)
  for (let i = 0; i < 500; i++) {
    const rgb = [(i * 37) % 256, (i * 91) % 256, (i * 151) % 256] as const
    const [l, a, b] = lab(...rgb)
    labToSrgb(l!, a!, b!, out)
    expect([...out].map(Math.round)).toEqual([...rgb])
  }
})
