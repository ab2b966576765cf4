import { expect, test } from 'vitest'
import { curveToWaist } from '../../../../../engine/effects/cloth-v3/fit/curve-to-waist.ts'
import type { Mesh } from '../../../../../engine/effects/cloth-v3/fit/mesh.ts'
import type { TorsoAxes } from '../../../../../engine/effects/cloth-v3/measure/torso-axes.ts'
import { waistOf } from '../../../../../engine/effects/cloth-v3/measure/waist.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'

const torso: TorsoAxes = {
  origin: { x: 100, y: 0 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 100,
  length: 150,
}

/** Somebody in blue trousers whose waist lies at a height, below a white top; regions may put it lower. */
function wearerWith(waistAt: (u: number) => number, regionsLower = 0): Wearer {
  const size = { width: 200, height: 220 }
  const [upper, lower] = [0, 1].map(() => new Uint8Array(size.width * size.height)) as [
    Uint8Array,
    Uint8Array,
  ]
  const data = new Uint8ClampedArray(upper.length * 4).fill(255)
  for (let at = 0; at < upper.length; at++) {
    const below = Math.floor(at / 200) - waistAt((at % 200) + 0.5 - 100)
    ;(below >= regionsLower ? lower : upper)[at] = 255
    if (below >= 0) data.set([40, 60, 160, 255], at * 4)
  }
  return {
    torso,
    picture: { ...size, data },
    confidence: { 'lower-garment': 1 },
    regions: {
      'body-skin': { ...size, data: new Uint8Array(upper.length) },
      'upper-garment': { ...size, data: upper },
      'lower-garment': { ...size, data: lower },
    },
  } as unknown as Wearer
}

test('the edge of a waist is known by its slope and how much it bows', () => {
  const waist = waistOf(wearerWith((u) => 120 + 0.04 * u - 0.005 * u ** 2))
  expect(waist.shows).toBe(true)
  expect(waist.v).toBeCloseTo(120, -0.5)
  expect(Math.abs(waist.slope - 0.04)).toBeLessThan(0.01)
  expect(waist.bow).toBeCloseTo(0.005, 3)
  const level = waistOf(wearerWith(() => 120))
  expect(Math.abs(level.slope)).toBeLessThan(0.002)
  expect(level.bow).toBeLessThan(0.0002)
})

test('a waistband is of the lower garment by its colour where regions give it to the top', () => {
  expect(waistOf(wearerWith(() => 120, 5)).v).toBeCloseTo(120, -0.5)
  expect(waistOf(wearerWith(() => 120, 15)).v).toBeCloseTo(120, -0.5)
})

test('a printed waistband is of the lower garment though part of its print is like the top', () => {
  const printed = (share: number) => {
    const wearer = wearerWith(() => 120, 12)
    const { data, width } = wearer.picture
    for (let at = 0; at < data.length / 4; at++) {
      // Columns as white as the top, and red ones.
      if (Math.floor(at / width) < 120) continue
      data.set((at % 20) / 20 < share ? [190, 40, 50] : [255, 255, 255], at * 4)
    }
    return waistOf(wearer).v
  }
  expect(printed(0.5)).toBeCloseTo(120, -0.5)
  expect(printed(0.1)).toBeGreaterThan(128)
})

test('a garment bends as the waist does, less what its own edge dips', () => {
  const points = [-40, 0, 40].flatMap((u) => ({ x: 100 + u, y: 120 }))
  const mesh: Mesh = { columns: 3, rows: 1, worn: points, flat: points }
  const waist = { v: 120, slope: 0.05, bow: 0.005, shows: true, hem: 120 }
  const reach = [() => 40, () => 40] as const
  const heights = (dip: number) =>
    curveToWaist(mesh, { edge: 120, dip }, waist, { torso, reach }).worn.map(({ y }) => y)
  expect(heights(0)).toEqual([110, 120, 114])
  expect(heights(3)).toEqual([113, 120, 117])
  expect(heights(30)).toEqual([118, 120, 122])
})

test('the corners of a garment that a waist lifts go no farther across than the body there', () => {
  const points = [-40, 0, 40].flatMap((u) => ({ x: 100 + u, y: 120 }))
  const mesh: Mesh = { columns: 3, rows: 1, worn: points, flat: points }
  const waist = { v: 120, slope: 0, bow: 0.005, shows: true, hem: 120 }
  const reach = [(v: number) => v / 3, (v: number) => v / 3] as const
  const { worn } = curveToWaist(mesh, { edge: 120, dip: 0 }, waist, { torso, reach })
  expect(worn.map(({ x }) => Math.round(x))).toEqual([63, 100, 137])
})
