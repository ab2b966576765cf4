import { expect, test } from 'vitest'
import { formula } from '../../../engine/raster/formula.ts'
import {
  labToRgbFormula,
  labToSrgb,
  lightnessFormula,
  rgbToLabFormula,
  srgbToLab,
} from '../../../engine/raster/lab.ts'

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

/** Colours from all over the cube, black, white and what is nearly black among them. */
const COUNT = 4096
function levels(step: number) {
  return Float32Array.from({ length: COUNT }, (_, at) =>
    at < 256 ? (at / 255) * 24 : (((at - 256) * step) % 4081) / 16,
  )
}
const colours = { red: levels(37), green: levels(911), blue: levels(2153) }
for (const plane of Object.values(colours)) plane.set([0, 255], 0)

function planes() {
  return {
    l: new Float32Array(COUNT),
    a: new Float32Array(COUNT),
    b: new Float32Array(COUNT),
  }
}

test('CIELAB by a formula is what it is of single colours, and back again the same colour', () => {
  const { red, green, blue } = colours
  const lab = planes()
  const [rgb, all] = [['red', 'green', 'blue'] as const, ['l', 'a', 'b'] as const]
  formula({ planes: [...rgb, ...all] }, rgbToLabFormula(...rgb))({ ...colours, ...lab })
  const light = { l: new Float32Array(COUNT) }
  formula({ planes: [...rgb, 'l'] }, lightnessFormula(...rgb))({ ...colours, ...light })
  const back = { red: new Float32Array(COUNT), green: red.slice(), blue: red.slice() }
  formula({ planes: [...all, ...rgb] }, labToRgbFormula(''))({ ...lab, ...back })
  const one = new Float64Array(3)
  const worst = { lab: 0, light: 0, single: 0, back: 0 }
  for (let at = 0; at < COUNT; at++) {
    const { l, a, b } = { l: lab.l[at]!, a: lab.a[at]!, b: lab.b[at]! }
    srgbToLab(red[at]!, green[at]!, blue[at]!, one)
    const off = Math.hypot(l - one[0]!, a - one[1]!, b - one[2]!)
    worst.lab = Math.max(worst.lab, off)
    worst.light = Math.max(worst.light, Math.abs(light.l[at]! - l))
    labToSrgb(l, a, b, one)
    const now = [back.red[at]!, back.green[at]!, back.blue[at]!]
    const wished = [red[at]!, green[at]!, blue[at]!]
    for (let c = 0; c < 3; c++) {
      worst.single = Math.max(worst.single, Math.abs(now[c]! - one[c]!))
      worst.back = Math.max(worst.back, Math.abs(now[c]! - wished[c]!))
    }
  }
  // Single colours are counted in sixteenths of a level.
  expect(worst.lab).toBeLessThan(0.06)
  expect(worst.light).toBeLessThan(1e-4)
  expect(worst.single).toBeLessThan(0.06)
  expect(worst.back).toBeLessThan(0.06)
})
