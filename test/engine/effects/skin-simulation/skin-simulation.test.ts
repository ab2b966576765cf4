import { beforeAll, describe, expect, test } from 'vitest'
import type { SkinConcerns } from '../../../../catalog/features/skin-simulation.ts'
import { simulateSkin } from '../../../../engine/effects/skin-simulation/skin-simulation.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { type DrawnFace, drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'
import {
  AT,
  bags,
  brownSpots,
  bumps,
  darkCircles,
  flush,
  foreheadLines,
  pimples,
  poreDots,
  shine,
} from '../../face/flaws.ts'
import { changedWithin, meanLab, ringLab, roughness } from '../../face/measure-skin.ts'

const SKINS = { dark: '#6b4229', pale: '#f1d3c0', medium: '#d9a384' }

let face: Face
let clean: DrawnFace
beforeAll(async () => {
  clean = await drawFace()
  face = await faceIn(clean.picture)
})

type Measure = (picture: Picture, drawn: DrawnFace) => number

/** How much marks differ from the skin around them, in one channel. */
function contrast(points: readonly (readonly number[])[], key: 'l' | 'a', size: number): Measure {
  return (picture, { pointAt, scale }) => {
    const each = points.map(([x, y]) => {
      const at = pointAt(x!, y!)
      const mark = meanLab(picture, at, 0.5 * size * scale)
      return Math.abs(mark[key] - ringLab(picture, at, 1.6 * size * scale, 2.4 * size * scale)[key])
    })
    return each.reduce((sum, value) => sum + value, 0) / each.length
  }
}

const lineDepth: Measure = (picture, { pointAt, scale }) => {
  const depths = AT.lines.flatMap((y) =>
    [-9, 0, 9].map((x) => {
      // The line is a parabola: 0.8 above its ends in the middle.
      const on = y - 0.8 * (1 - (x / 17) ** 2)
      const side = (d: number) => meanLab(picture, pointAt(x, on + d), 0.35 * scale).l
      return (side(-1.3) + side(1.3)) / 2 - meanLab(picture, pointAt(x, on), 0.2 * scale).l
    }),
  )
  return depths.reduce((sum, value) => sum + value, 0) / depths.length
}

const relief: Measure = (picture, { pointAt, scale }) =>
  AT.hollows.reduce((sum, [x, y]) => {
    const ridge = meanLab(picture, pointAt(x!, y! - 0.05), 0.3 * scale).l
    return sum + ridge - meanLab(picture, pointAt(x!, y! + 1.35), 0.3 * scale).l
  }, 0)

const CONCERNS: [keyof SkinConcerns, () => string, Measure, number][] = [
  ['acne', pimples, contrast(AT.pimples, 'a', 1), 0.3],
  ['spots', brownSpots, contrast(AT.spots, 'l', 1), 0.3],
  ['redness', flush, contrast([AT.flush], 'a', 5), 0.55],
  ['oiliness', shine, contrast([AT.shine], 'l', 2.6), 0.5],
  ['wrinkle', foreheadLines, lineDepth, 0.45],
  ['dark_circle', darkCircles, contrast(AT.hollows, 'l', 1.2), 0.45],
  ['eye_bags', bags, relief, 0.5],
  ['pores', poreDots, (p, { pointAt, scale }) => roughness(p, pointAt(-19, 64), 3 * scale), 0.85],
  ['texture', bumps, (p, { pointAt, scale }) => roughness(p, pointAt(19, 66), 3 * scale), 0.75],
]

const INTENSITIES = isEveryCaseTried() ? [0, 0.3, 0.7, 1] : [0, 0.5, 1]

describe.each(sampled(1, Object.entries(SKINS)))('on %s skin', (_, skin) => {
  test.each(CONCERNS)('%s fades with its intensity', async (name, marks, measure, left) => {
    const drawn = await drawFace({ look: { skin }, marks: marks() })
    const plain = await drawFace({ look: { skin } })
    const flaw = INTENSITIES.map((intensity) =>
      measure(simulateSkin(drawn.picture, face, { [name]: intensity }), drawn),
    )
    const none = measure(plain.picture, plain)
    for (let i = 1; i < flaw.length; i++) expect(flaw[i]).toBeLessThan(flaw[i - 1]! - 0.01)
    expect(flaw.at(-1)! - none).toBeLessThan(left * (flaw[0]! - none))
  })

  test('radiance lifts the midtones with its intensity and keeps their hue and chroma', async () => {
    const { picture, pointAt, scale } = await drawFace({ look: { skin } })
    const cheek = [0, 0.5, 1].map((radiance) =>
      meanLab(simulateSkin(picture, face, { radiance }), pointAt(-15, 62), 3 * scale),
    )
    const hue = cheek.map(({ a, b }) => Math.atan2(b, a))
    const least = 0.7
    expect(cheek[1]!.l).toBeGreaterThan(cheek[0]!.l + least)
    expect(cheek[2]!.l).toBeGreaterThan(cheek[1]!.l + least)
    expect(Math.abs(hue[2]! - hue[0]!)).toBeLessThan(0.06)
    const chroma = cheek.map(({ a, b }) => Math.hypot(a, b))
    expect(Math.abs(chroma[2]! / chroma[0]! - 1)).toBeLessThan(0.04)
  })
})

const ALL: SkinConcerns = {
  wrinkle: 1,
  radiance: 1,
  oiliness: 1,
  acne: 1,
  eye_bags: 1,
  dark_circle: 1,
  spots: 1,
  pores: 1,
  texture: 1,
  redness: 1,
}

test('with all concerns 0 the result is the picture itself', () => {
  expect(simulateSkin(clean.picture, face, {})).toBe(clean.picture)
  expect(simulateSkin(clean.picture, face, { acne: 0, pores: 0 })).toBe(clean.picture)
})

test.each(
  sampled(1, [
    ['curly', true],
    ['short', false],
  ] as const),
)(
  'eyes, brows, lips, nostrils, %s hair and the background keep every byte (beard: %s)',
  async (hairCut, beard) => {
    const drawn = await drawFace({ look: { hairCut, beard }, marks: pimples() + foreheadLines() })
    const own = await faceIn(drawn.picture)
    const after = simulateSkin(drawn.picture, own, ALL)
    const changed = (x: number, y: number, r: number) =>
      changedWithin(drawn.picture, after, drawn.pointAt(x, y), r * drawn.scale)
    for (const side of [-1, 1]) {
      expect(changed(side * 15.2, 50, 3.2)).toBe(0)
      expect(changed(side * 16, 39.3, 1.2)).toBe(0)
      expect(changed(side * 3.7, 70.4, 0.5)).toBe(0)
      expect(changed(side * 37.5, 55, 2)).toBe(0)
    }
    expect(changed(0, 82.5, 2.5)).toBe(0)
    expect(changed(0, 4, 6)).toBe(0)
    expect(changed(-45, 90, 5)).toBe(0)
    if (beard) expect(changed(0, 95, 3)).toBe(0)
    expect(changed(-18, 66, 3)).toBeGreaterThan(80)
  },
)

test('eye bags and dark circles change only the skin under the eyes', async () => {
  const drawn = await drawFace({ marks: darkCircles() + bags() + foreheadLines() + flush() })
  const after = simulateSkin(drawn.picture, face, { eye_bags: 1, dark_circle: 1 })
  const changed = (x: number, y: number, r: number) =>
    changedWithin(drawn.picture, after, drawn.pointAt(x, y), r * drawn.scale)
  expect(changed(15.2, 56.6, 2)).toBeGreaterThan(150)
  expect(changed(0, 30, 10)).toBe(0)
  expect(changed(20, 72, 5)).toBe(0)
  expect(changed(0, 66, 4)).toBe(0)
})

test('a tilted face is retouched like an upright one', async () => {
  const tilted = await drawFace({ tilt: 14 })
  const own = await faceIn(tilted.picture)
  const after = simulateSkin(tilted.picture, own, { radiance: 1 })
  const turned = (x: number, y: number) => {
    const angle = (14 * Math.PI) / 180
    const [dx, dy] = [x, y - 108]
    return tilted.pointAt(
      dx * Math.cos(angle) - dy * Math.sin(angle),
      108 + dx * Math.sin(angle) + dy * Math.cos(angle),
    )
  }
  const lift = (x: number, y: number) =>
    meanLab(after, turned(x, y), 12).l - meanLab(tilted.picture, turned(x, y), 12).l
  expect(lift(-18, 62)).toBeGreaterThan(2)
  expect(changedWithin(tilted.picture, after, turned(15.2, 50), 3 * tilted.scale)).toBe(0)
})

test.runIf(isEveryCaseTried())(
  'a large face, whose detail band is separate, is retouched like a small one',
  async () => {
    const portrait = { marks: pimples() + brownSpots() + poreDots() }
    const large = await drawFace({ ...portrait, width: 700, height: 830, scale: 6.8 })
    const small = await drawFace(portrait)
    const own = await faceIn(large.picture)
    for (const [name, , measure] of CONCERNS) {
      if (!['acne', 'spots', 'pores'].includes(name)) continue
      const left = (drawn: DrawnFace, of: Face, intensity: number): number =>
        measure(simulateSkin(drawn.picture, of, { [name]: intensity }), drawn) /
        measure(drawn.picture, drawn)
      const [half, whole] = [left(large, own, 0.5), left(large, own, 1)]
      expect(half).toBeLessThan(0.99)
      expect(whole).toBeLessThan(half - 0.01)
      expect(Math.abs(whole - left(small, face, 1))).toBeLessThan(0.2)
    }
  },
)
