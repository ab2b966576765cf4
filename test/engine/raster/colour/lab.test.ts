import { expect, test } from 'vitest'
import {
  type LabColour,
  labToLinearFormula,
  labToRgbFormula,
  labToSrgb,
  lightnessFormula,
  linearToLab,
  linearToSrgb,
  luminance,
  luminanceFormula,
  rgbToLabFormula,
  srgbToLab,
  srgbToLinear,
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

/** The curves of sRGB (IEC 61966-2-1) and the colours of CIELAB (CIE 15), with no tables. */
const exact = {
  linear: (level: number) => {
    const v = level / 255
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  },
  level: (light: number) =>
    255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055),
  lab: (r: number, g: number, b: number): LabColour => {
    const root = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)
    const x = root((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
    const y = root(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
    const z = root((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
    return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) }
  },
}

test('tabulated curves are those of the standards', () => {
  for (let nth = 0; nth <= 4080; nth++) {
    // A level is known in sixteenths.
    expect(srgbToLinear(nth / 16)).toBeCloseTo(exact.linear(nth / 16), 7)
  }
  expect([srgbToLinear(-5), srgbToLinear(255), srgbToLinear(300)]).toEqual([0, 1, 1])
  for (let nth = 1; nth < 3000; nth++) {
    const light = (nth / 3000) ** 2
    expect(Math.abs(linearToSrgb(light) - exact.level(light))).toBeLessThan(0.002)
  }
  expect([linearToSrgb(-0.1), linearToSrgb(0), linearToSrgb(1), linearToSrgb(1.2)]).toEqual([
    0, 0, 255, 255,
  ])
})

test('colours of light have their CIELAB colours, darker and brighter than sRGB as well', () => {
  for (let nth = 0; nth < 400; nth++) {
    const light = [37, 91, 151].map((by) => (((nth * by) % 101) / 100) ** 3 * 1.3)
    const [r, g, b] = light as [number, number, number]
    const [found, expected] = [linearToLab(r, g, b), exact.lab(r, g, b)]
    for (const axis of ['l', 'a', 'b'] as const) {
      expect(Math.abs(found[axis] - expected[axis])).toBeLessThan(2e-3)
    }
  }
})

test('a CIELAB colour is the light that has it, cut off where sRGB ends', () => {
  for (let nth = 0; nth < 200; nth++) {
    const rgb = [37, 91, 151].map((by) => (((nth * by) % 101) / 100) ** 2) as [
      number,
      number,
      number,
    ]
    const levels = labToSrgb(exact.lab(...rgb))
    for (const [c, level] of levels.entries()) {
      expect(Math.abs(level - exact.level(rgb[c]!))).toBeLessThan(0.01)
    }
  }
  expect(labToSrgb({ l: 150, a: 0, b: 0 })).toEqual([255, 255, 255])
  expect(labToSrgb({ l: -20, a: 0, b: 0 })).toEqual([0, 0, 0])
})

test('luminance weighs light, as a number and in a formula', () => {
  expect([luminance(1, 0, 0), luminance(0, 1, 0), luminance(0, 0, 1)]).toEqual([
    0.2126, 0.7152, 0.0722,
  ])
  const planes = {
    r: Float32Array.of(1, 0, 0),
    g: Float32Array.of(0, 1, 0),
    b: Float32Array.of(0, 0, 1),
  }
  const y = new Float32Array(3)
  formula(
    { planes: ['r', 'g', 'b', 'y'] },
    `y = ${luminanceFormula('r', 'g', 'b')}`,
  )({ ...planes, y })
  expect([...y]).toEqual([0.2126, 0.7152, 0.0722].map(Math.fround))
})
