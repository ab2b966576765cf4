import { expect, test } from 'vitest'
import {
  labToLinearFormula,
  labToRgbFormula,
  labToSrgb,
  lightnessFormula,
  rgbToLabFormula,
  srgbToLab,
} from '../../../../engine/raster/colour/lab.ts'
import { formula } from '../../../../engine/raster/formula.ts'

test.each([
  // Published values of sRGB's corners under D65 (Lindbloom).
  [255, 255, 255, 100, 0, 0],
  [255, 0, 0, 53.24, 80.09, 67.2],
  [0, 255, 0, 87.73, -86.18, 83.18],
  [0, 0, 255, 32.3, 79.19, -107.86],
  [0, 0, 0, 0, 0, 0],
])('rgb(%i, %i, %i) has its published CIELAB colour', (red, green, blue, l, a, b) => {
  const lab = srgbToLab(red, green, blue)
  expect(lab.l).toBeCloseTo(l, 1)
  expect(lab.a).toBeCloseTo(a, 1)
  expect(lab.b).toBeCloseTo(b, 1)
})

test('a colour converted to CIELAB and back is the same byte', () => {
  for (let i = 0; i < 500; i++) {
    const rgb = [(i * 37) % 256, (i * 91) % 256, (i * 151) % 256] as const
    expect(labToSrgb(srgbToLab(...rgb)).map(Math.round)).toEqual([...rgb])
  }
})

/** Colours from all over the sRGB cube, among them black, white and colours that are nearly black. */
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

test('formulas convert to CIELAB and back as the functions for single colours do', () => {
  const { red, green, blue } = colours
  const lab = planes()
  const [rgb, all] = [['red', 'green', 'blue'] as const, ['l', 'a', 'b'] as const]
  formula({ planes: [...rgb, ...all] }, rgbToLabFormula(...rgb))({ ...colours, ...lab })
  const light = { l: new Float32Array(COUNT) }
  formula({ planes: [...rgb, 'l'] }, lightnessFormula(...rgb))({ ...colours, ...light })
  const back = { red: new Float32Array(COUNT), green: red.slice(), blue: red.slice() }
  formula({ planes: [...all, ...rgb] }, labToRgbFormula(''))({ ...lab, ...back })
  const worst = { lab: 0, light: 0, single: 0, back: 0 }
  for (let at = 0; at < COUNT; at++) {
    const { l, a, b } = { l: lab.l[at]!, a: lab.a[at]!, b: lab.b[at]! }
    const one = srgbToLab(red[at]!, green[at]!, blue[at]!)
    const off = Math.hypot(l - one.l, a - one.a, b - one.b)
    worst.lab = Math.max(worst.lab, off)
    worst.light = Math.max(worst.light, Math.abs(light.l[at]! - l))
    const single = labToSrgb({ l, a, b })
    const now = [back.red[at]!, back.green[at]!, back.blue[at]!]
    const expected = [red[at]!, green[at]!, blue[at]!]
    for (let c = 0; c < 3; c++) {
      worst.single = Math.max(worst.single, Math.abs(now[c]! - single[c]!))
      worst.back = Math.max(worst.back, Math.abs(now[c]! - expected[c]!))
    }
  }
  // The functions for single colours are tabulated in sixteenths of a level.
  expect(worst.lab).toBeLessThan(0.06)
  expect(worst.light).toBeLessThan(1e-4)
  expect(worst.single).toBeLessThan(0.06)
  expect(worst.back).toBeLessThan(0.06)
})

test('a formula converts CIELAB to the linear light of the sRGB levels', () => {
  const light = { red: planes().l, green: planes().l, blue: planes().l }
  const [rgb, all] = [['red', 'green', 'blue'] as const, ['l', 'a', 'b'] as const]
  const lab = planes()
  // Beyond sRGB too: the levels are limited, and so is the light.
  for (let at = 0; at < COUNT; at++) {
    lab.l[at] = at / 40
    lab.a[at] = ((at * 37) % 200) - 100
    lab.b[at] = ((at * 91) % 200) - 100
  }
  formula({ planes: [...all, ...rgb] }, labToLinearFormula())({ ...lab, ...light })
  const level = { red: planes().l, green: planes().l, blue: planes().l }
  formula({ planes: [...all, ...rgb] }, labToRgbFormula(''))({ ...lab, ...level })
  formula({ planes: rgb }, rgb.map((name) => `${name} = toLinear(${name})`).join('\n'))(level)
  for (const name of rgb) {
    for (let at = 0; at < COUNT; at++) expect(light[name][at]).toBeCloseTo(level[name][at]!, 5)
  }
})
