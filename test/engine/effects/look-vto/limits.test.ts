import { expect, test } from 'vitest'
import { evenSkin } from '../../../../engine/effects/look-vto/even-skin.ts'
import { findBrow } from '../../../../engine/effects/look-vto/find-brow.ts'
import { findLidSkin } from '../../../../engine/effects/look-vto/find-lid-skin.ts'
import { fitLowerLid } from '../../../../engine/effects/look-vto/fit-lower-lid.ts'
import { EYE_LANDMARKS } from '../../../../engine/effects/look-vto/landmarks.ts'
import { lashMask } from '../../../../engine/effects/look-vto/lash-mask.ts'
import { lidCoordinates } from '../../../../engine/effects/look-vto/lid-coordinates.ts'
import { eyeOpening, shutLids } from '../../../../engine/effects/look-vto/lid-line.ts'
import type { FaceLight } from '../../../../engine/effects/look-vto/measure-light.ts'
import { paintBrow } from '../../../../engine/effects/look-vto/paint-brow.ts'
import { linerMask, lowerLinerMask } from '../../../../engine/effects/look-vto/paint-liner.ts'
import type { Part } from '../../../../engine/effects/look-vto/part.ts'
import { addGlow, coverWith, limitPale } from '../../../../engine/effects/look-vto/pigment.ts'
import { spreadEyeshadow } from '../../../../engine/effects/look-vto/spread-eyeshadow.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import { luminance } from '../../../../engine/raster/colour/lab.ts'

// Both sides of what tuning.ts lets decide, on one eye of given landmarks and on even planes.

const [LEFT] = EYE_LANDMARKS
const SIZE = { width: 160, height: 120 }
const COUNT = SIZE.width * SIZE.height
const EYE = { inner: 30, outer: 130, y: 70 }
const WIDTH = EYE.outer - EYE.inner

/** A part around an eye 100 pixels wide, whose lids are level lines `open` apart and lines above and below them. */
function partWith({ open = 30, light = 0.5 }: { open?: number; light?: number } = {}): Part {
  const points: Point[] = Array.from({ length: 478 }, () => ({ x: 80, y: 70 }))
  const lay = (row: readonly number[], y: number, bow = 0) => {
    for (const [nth, at] of row.entries()) {
      const t = nth / (row.length - 1)
      points[at] = { x: EYE.outer - t * WIDTH, y: y - bow * 4 * t * (1 - t) }
    }
  }
  for (const [nth, row] of LEFT.upper.entries()) lay(row, EYE.y - 15 * nth, nth === 0 ? open : 0)
  for (const [nth, row] of LEFT.lower.entries()) lay(row, EYE.y + 12 * nth)
  lay(LEFT.upper[0], EYE.y, open)
  lay(LEFT.lower[0], EYE.y)
  lay(LEFT.browTop, 12)
  const plane = () => new Float32Array(COUNT).fill(light)
  return {
    ...SIZE,
    area: { left: 0, top: 0, ...SIZE },
    scale: 1,
    faceWidth: 400,
    points,
    up: { x: 0, y: -1 },
    light: { r: plane(), g: plane(), b: plane() },
  }
}

const NEUTRAL: FaceLight = { colour: [1, 1, 1], skin: [0.5, 0.5, 0.5], skinLuminance: 0.5 }

test('an eye is closed below an opening of 0.15 of its width', () => {
  const [closed, open] = [14.9, 15.1].map((by) => partWith({ open: by }))
  expect(eyeOpening(closed!, LEFT)).toBeLessThan(0.15)
  expect(shutLids(closed!, LEFT).points[386]).toEqual(closed!.points[374])
  expect(shutLids(open!, LEFT)).toBe(open)
})

test('lashes of a closed eye point down, and it has none below', () => {
  const rows = (open: number) => {
    const mask = lashMask(partWith({ open }), LEFT, { zone: 'lashes', ...INK, length: 1 })
    return Array.from({ length: SIZE.height }, (_, y) =>
      mask.subarray(y * SIZE.width, (y + 1) * SIZE.width).some((by) => by > 0),
    )
  }
  expect(rows(14.9).indexOf(true)).toBeGreaterThan(rows(15.1).indexOf(true) + 20)
  // Closed ones are 0.8 of 0.33 eye widths long; those below an open eye 0.3 of what it shows.
  expect(rows(14.9).lastIndexOf(true)).toBeGreaterThan(EYE.y + 5)
  expect(rows(14.9).lastIndexOf(true)).toBeLessThan(EYE.y + 0.8 * 33 + 1)
  expect(rows(15.1).lastIndexOf(true)).toBeLessThan(EYE.y + 0.3 * 33)
})

const INK = { pigment: '000000', opacity: 1 } as const

test('lashes look the longer the wider an eye is, up to an opening of 0.32', () => {
  const reach = (open: number) => {
    const mask = lashMask(partWith({ open }), LEFT, { zone: 'lashes', ...INK, length: 1 })
    return EYE.y - open - Math.floor(mask.findIndex((by) => by > 0) / SIZE.width)
  }
  expect(reach(32)).toBeGreaterThan(reach(20))
  expect(Math.abs(reach(36) - reach(32))).toBeLessThanOrEqual(1)
})

/** White down to `rows` below the lower lid, between two columns. */
function whiteBelow(rows: number, from: number = EYE.inner, to: number = EYE.outer, by = 1) {
  return Float32Array.from({ length: COUNT }, (_, i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    return x >= from && x < to && y < EYE.y + rows ? by : 0
  })
}

test('the lower lid follows white of more than 0.4, at most 0.17 eye widths down', () => {
  const part = partWith()
  const lid = (white: Float32Array) => fitLowerLid(part, LEFT, white).points[374]!.y - EYE.y
  expect(lid(whiteBelow(60))).toBeCloseTo(17)
  expect(lid(whiteBelow(60, EYE.inner, EYE.outer, 0.41))).toBeCloseTo(17)
  expect(fitLowerLid(part, LEFT, whiteBelow(60, EYE.inner, EYE.outer, 0.39))).toBe(part)
})

test('what is below a lid moves half as far', () => {
  const { points } = fitLowerLid(partWith(), LEFT, whiteBelow(60))
  expect(points[253]!.y - (EYE.y + 12)).toBeCloseTo(17 / 2)
})

test('white is needed below 0.15 of the lid', () => {
  const part = partWith()
  // Places lie 2.5 apart: six of forty are 0.15.
  expect(fitLowerLid(part, LEFT, whiteBelow(8, 74, 74 + 5 * 2.5))).toBe(part)
  expect(fitLowerLid(part, LEFT, whiteBelow(8, 74, 74 + 6.4 * 2.5))).not.toBe(part)
})

/** Skin and white at a place on the cheek below the eye, of an even colour there. */
function lidSkin(colour: [number, number, number], light: FaceLight = NEUTRAL) {
  const part = partWith({ light: 0.5 })
  for (let i = 0; i < COUNT; i++) {
    const y = Math.floor(i / SIZE.width)
    if (y < EYE.y + 2 || y > EYE.y + 20) continue
    for (const [nth, key] of (['r', 'g', 'b'] as const).entries()) part.light[key][i] = colour[nth]!
  }
  const shade = new Float32Array(COUNT).fill(1)
  const face = new Float32Array(COUNT).fill(1)
  const { skin, white } = findLidSkin(part, LEFT, { face, shade }, light)
  const at = (EYE.y + 11) * SIZE.width + 80
  return { skin: skin[at]!, white: white[at]! }
}

test('what is too dark or of too different a colour is no skin', () => {
  const grey = (by: number): [number, number, number] => [0.5 * by, 0.5 * by, 0.5 * by]
  expect(lidSkin(grey(0.21)).skin).toBe(1)
  expect(lidSkin(grey(0.19)).skin).toBeLessThan(1)
  expect(lidSkin(grey(0.072)).skin).toBeGreaterThan(0)
  expect(lidSkin(grey(0.068)).skin).toBe(0)
  expect(lidSkin([0.76, 0.5, 0.5]).skin).toBe(1)
  expect(lidSkin([0.79, 0.5, 0.5]).skin).toBeLessThan(1)
  expect(lidSkin([1.04, 0.5, 0.5]).skin).toBeGreaterThan(0)
  expect(lidSkin([1.07, 0.5, 0.5]).skin).toBe(0)
  // Blue counts for 0.7 of that.
  expect(lidSkin([0.5, 0.5, 0.89]).skin).toBe(1)
  expect(lidSkin([0.5, 0.5, 0.92]).skin).toBeLessThan(1)
})

test('white is bluer and less red than skin, neutral and not dark', () => {
  const warm: FaceLight = { ...NEUTRAL, skin: [0.8, 0.5, 0.4] }
  const white = (colour: [number, number, number]) => lidSkin(colour, warm).white
  // Off the skin's red and blue by 1 − 1/1.6 and 0.6 × 0.25: surely white.
  expect(white([0.5, 0.5, 0.5])).toBe(1)
  expect(white([0.8 * 0.84, 0.5, 0.4])).toBe(0)
  expect(white([0.8 * 0.82, 0.5, 0.4])).toBeGreaterThan(0)
  expect(white([0.29 * 0.5, 0.29 * 0.5, 0.29 * 0.5])).toBe(0)
  expect(white([0.31 * 0.5, 0.31 * 0.5, 0.31 * 0.5])).toBeGreaterThan(0)
  const red: FaceLight = { ...NEUTRAL, skin: [2, 0.5, 0.1] }
  expect(lidSkin([0.69, 0.5, 0.5], red).white).toBe(1)
  expect(lidSkin([0.72, 0.5, 0.5], red).white).toBeLessThan(1)
  expect(lidSkin([0.84, 0.5, 0.5], red).white).toBeGreaterThan(0)
  expect(lidSkin([0.86, 0.5, 0.5], red).white).toBe(0)
})

/** How surely a brow is seen whose hairs have this share of the light around it. */
function browSeen(share: number): number {
  const part = partWith()
  const y = Float32Array.from({ length: COUNT }, (_, i) => {
    const row = Math.floor(i / SIZE.width)
    return row >= 12 && row <= EYE.y - 45 ? share : 1
  })
  return findBrow(part, LEFT, y).seen
}

test('a brow begins to be one where it is darker by a logarithm of 0.04, and is from 0.18 on', () => {
  expect(browSeen(Math.exp(-0.039))).toBe(0)
  expect(browSeen(Math.exp(-0.041))).toBeGreaterThan(0)
  expect(browSeen(Math.exp(-0.179))).toBeLessThan(1)
  expect(browSeen(Math.exp(-0.181))).toBe(1)
})

test('powder lets 0.42 of the light through between the hairs of a brow, and its soft edge bare', () => {
  const filled = (pigment: string, alpha: number) => {
    const part = partWith()
    const plane = new Float32Array(COUNT).fill(alpha)
    paintBrow(part, { plane, seen: 1 }, { zone: 'brows', pigment, opacity: 1 }, NEUTRAL)
    return part.light.g[0]! / 0.5
  }
  expect(filled('000000', 1)).toBeCloseTo(0.42)
  // A grey of 0.23 linear light, 0.46 of the skin's.
  expect(filled('848484', 1)).toBeCloseTo(0.46, 2)
  expect(filled('000000', 0.89)).toBeGreaterThan(0.42)
  expect(filled('000000', 0.91)).toBeCloseTo(0.42)
  expect(filled('000000', 0.12)).toBe(1)
  expect(filled('000000', 0.2)).toBeLessThan(1)
})

test('what no level shows is not painted', () => {
  const covered = (alpha: number) => {
    const { light } = partWith()
    const planes = [new Float32Array(COUNT).fill(alpha), new Float32Array(COUNT).fill(1)] as const
    coverWith(light, ...planes, [1, 1, 1])
    return light.g[0]!
  }
  expect(covered(0.0019)).toBe(0.5)
  expect(covered(0.0021)).toBeGreaterThan(0.5)
  const glowing = (glow: number) => {
    const { light } = partWith()
    addGlow(light, new Float32Array(COUNT).fill(glow), [1, 1, 1])
    return light.g[0]!
  }
  expect(glowing(0.0009)).toBe(0.5)
  expect(glowing(0.0011)).toBeGreaterThan(0.5)
})

test('a pigment is nearly white from a least channel of 0.3 of its greatest on', () => {
  const dark = { ...NEUTRAL, skin: [0.1, 0.05, 0.03] as const, skinLuminance: 0.059 }
  const changed = (least: string) => {
    const colour = [0.9, 0.9, 0.3] as const
    return limitPale(colour, `ffff${least}`, dark) !== colour
  }
  // Levels 148 and 150 are 0.296 and 0.305 of linear light.
  expect(changed('94')).toBe(false)
  expect(changed('96')).toBe(true)
})

test('pale powder keeps its lightness up to twice that of skin', () => {
  const pale = (own: number) => {
    const found = limitPale([own, own, own], 'ffffff', {
      ...NEUTRAL,
      skin: [0.2, 0.2, 0.2],
      skinLuminance: 0.2,
    })
    return luminance(...found) / own
  }
  expect(pale(0.39)).toBeCloseTo(1, 5)
  expect(pale(0.42)).toBeCloseTo(1.05 ** -0.65, 3)
})

/** What foundation makes of a spot of this L* on skin of another, 3 pixels wide. */
function spotAfter(spot: number, skin = 60): number {
  const size = { width: 120, height: 120 }
  const count = size.width * size.height
  const at = 60 * size.width + 60
  const l = new Float32Array(count).fill(skin)
  for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) l[at + dy * size.width + dx] = spot
  const lab = { l, a: new Float32Array(count), b: new Float32Array(count) }
  const full = new Float32Array(count).fill(1)
  const region = { ...partWith(), ...size, faceWidth: 200, lab }
  const masks = { skin: full, clear: full } as unknown as Parameters<typeof evenSkin>[2]
  evenSkin(lab, region, masks, 1)
  return l[at]!
}

test('foundation covers no frames of glasses: what is 26 to 38 darker than skin', () => {
  expect(spotAfter(60 - 24)).toBeGreaterThan(60 - 24)
  expect(spotAfter(60 - 39)).toBe(60 - 39)
})

test.each([
  ['wash', 0.5, 0.2, 0.79, 0.81],
  ['lid', 0.5, 0.26, 0.51, 0.53],
] as const)(
  '%s is whole up to a height of the lid, and ends',
  (zone, across, full, within, beyond) => {
    expect(spreadEyeshadow(zone, across, full)).toBe(1)
    expect(spreadEyeshadow(zone, across, full + 0.01)).toBeLessThan(1)
    expect(spreadEyeshadow(zone, across, within)).toBeGreaterThan(0)
    expect(spreadEyeshadow(zone, across, beyond)).toBe(0)
  },
)

test('each zone of eyeshadow lies on its side of the eye', () => {
  expect(spreadEyeshadow('crease', 0.4, 0.42)).toBe(1)
  expect(spreadEyeshadow('crease', 0.4, 0.77)).toBe(0)
  expect(spreadEyeshadow('crease', 0.4, 0.07)).toBe(0)
  expect(spreadEyeshadow('brow-bone', 0.2, 0.87)).toBe(1)
  expect(spreadEyeshadow('brow-bone', 0.2, 0.65)).toBe(0)
  // It leans outwards: higher up it falls further in.
  expect(spreadEyeshadow('outer-corner', 0.43, 0)).toBe(0)
  expect(spreadEyeshadow('outer-corner', 0.43, 0.1)).toBeGreaterThan(0)
  expect(spreadEyeshadow('outer-corner', 0.43, -0.1)).toBe(0)
  expect(spreadEyeshadow('inner-corner', 0.98, 0.1)).toBe(1)
  expect(spreadEyeshadow('inner-corner', 0.98, -0.1)).toBe(1)
  expect(spreadEyeshadow('inner-corner', 0.79, 0.1)).toBe(0)
  expect(spreadEyeshadow('lower-lid', 0.3, -0.1)).toBe(1)
  expect(spreadEyeshadow('lower-lid', 0.3, -0.63)).toBe(0)
  expect(spreadEyeshadow('lower-lid', 0.3, 0.01)).toBe(0)
})

test('coordinates go on for 0.4 eye widths beside the outer corner, and rise there', () => {
  const { across } = lidCoordinates({ ...partWith(), width: 200 }, LEFT)
  const columns = Array.from(across.subarray(0, 200 * 70)).flatMap((value, i) =>
    value >= -0.4 && value < 0 ? [i % 200] : [],
  )
  expect(Math.max(...columns)).toBeGreaterThan(EYE.outer + 38)
  expect(Math.max(...columns)).toBeLessThanOrEqual(EYE.outer + 40)
})

/** The height of a mask in a column, in pixels. */
function heightAt(mask: Float32Array, x: number): number {
  return Array.from({ length: SIZE.height }, (_, y) => mask[y * SIZE.width + x]!).reduce(
    (a, b) => a + b,
  )
}

test('a liner is 0.11 eye widths thick at most, thin at the inner corner, and begins below the lid', () => {
  const zone = { zone: 'liner', ...INK, wing: 0, smudge: 0, thickness: 1 } as const
  const part = partWith({ open: 16 })
  const mask = linerMask(part, LEFT, zone)
  // Full at 0.3 of the lid, with the least of its profile and what is under the lid: 1.12 + 0.18 thicknesses.
  expect(heightAt(mask, 100)).toBeGreaterThan(1.2 * 11)
  expect(heightAt(mask, 100)).toBeLessThan(1.45 * 11)
  expect(heightAt(mask, 34)).toBeLessThan(0.6 * 11)
  const thin = linerMask(part, LEFT, { ...zone, thickness: 0 })
  expect(heightAt(thin, 100)).toBeLessThan(0.3 * heightAt(mask, 100))
})

test('a lower liner lies below the lid and ends before the inner corner', () => {
  const mask = lowerLinerMask(partWith(), LEFT, { zone: 'lower-liner', ...INK, smudge: 0 })
  expect(heightAt(mask, 125)).toBeGreaterThan(2)
  expect(heightAt(mask, 125)).toBeLessThan(3.2)
  expect(heightAt(mask, 34)).toBeLessThan(0.2)
})
