import { expect, test } from 'vitest'
import { limitPatches } from '../../../../engine/effects/face-swap/illumination.ts'
import { matchEyes } from '../../../../engine/effects/face-swap/match-eyes.ts'
import { EYE_OPENINGS } from '../../../../engine/effects/face-swap/openings.ts'
import { PATCHES_ON_SKIN } from '../../../../engine/effects/face-swap/tuning.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import { withArena } from '../../../../engine/raster/arena.ts'

const SIDE = 200
const plane = (of: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))
const skin = plane(() => 60)

/** Two eyes, squares of 40 pixels, of which `of` gives L* by the distance from the eye's left edge. */
const eyed = (of: (x: number) => number): Float32Array =>
  plane((x, y) => {
    const within = x >= 100 ? x - 140 : x - 20
    return y >= 80 && y < 120 && within >= 0 && within < 40 ? of(within) : 60
  })
const striped = (by: number) => eyed((x) => 60 + (x % 8 < 4 ? by : -by))
/** An iris between two whites. */
const irised = (white: number, iris = 30) => eyed((x) => (x >= 8 && x < 32 ? iris : white))

function regionOf(l: Float32Array): FaceRegion {
  const points = Array.from({ length: 478 }, () => ({ x: 0, y: 0 }))
  for (const [nth, { rim }] of EYE_OPENINGS.entries()) {
    for (const [n, at] of rim.entries()) {
      const along = (4 * n) / rim.length
      const t = (along % 1) * 40
      const corners = [
        [t, 0],
        [40, t],
        [40 - t, 40],
        [0, 40 - t],
      ] as const
      const [x, y] = corners[Math.floor(along)]!
      points[at] = { x: x + (nth === 0 ? 140 : 20), y: y + 80 }
    }
  }
  const size = { width: SIDE, height: SIDE }
  const area = { left: 0, top: 0, ...size }
  const lab = { l, a: plane(() => 15), b: plane(() => 15) }
  return { ...size, area, scale: 1, faceWidth: SIDE, points, up: { x: 0, y: -1 }, lab }
}

/** The donor's L* beside the target's, and how far it is from it at a pixel of a white, of an iris and of skin. */
function matched(donor: Float32Array, target: Float32Array, seen = 1) {
  return withArena(() => {
    const light = donor.slice()
    matchEyes(
      light,
      regionOf(target),
      plane(() => seen),
    )
    const at = (x: number) => light[100 * SIDE + x]!
    return { white: at(24), iris: at(40), skin: at(100), light }
  })
}
const contrast = (light: Float32Array) => {
  const row = Array.from(light.subarray(100 * SIDE + 28, 100 * SIDE + 52))
  return Math.max(...row) - Math.min(...row)
}

test('eyes of which less than 0.63 of the detail is left are refused', () => {
  expect(() => matched(striped(6.4), striped(10))).not.toThrow()
  expect(() => matched(striped(6.2), striped(10))).toThrow(expect.objectContaining({ role: 'ref' }))
  expect(() => matched(striped(6.2), striped(10))).toThrow('62 % of the detail')
})

test('eyes that stay the target’s are not asked for detail', () => {
  expect(() => matched(striped(3), striped(10), 0)).not.toThrow()
})

const gain = (by: number) =>
  contrast(matched(striped(by), striped(10)).light) / contrast(striped(by))

test('detail comes between the target’s and 1.1 times it', () => {
  expect(gain(10)).toBeCloseTo(1, 2)
  expect(gain(15)).toBeCloseTo(1.1 / 1.5, 1)
  expect(gain(9)).toBeCloseTo(1 / 0.9, 1)
  expect(gain(8)).toBeCloseTo(1 / 0.8, 1)
})

test('eyes as contrasty as the target’s are made as sharp, by half at most', () => {
  const shaded = (fine: number, broad: number) =>
    eyed((x) => 60 + (x % 8 < 4 ? fine : -fine) + broad * Math.cos((Math.PI * x) / 20))
  const sharpened = (fine: number, broad: number) => {
    const { light } = matched(shaded(fine, broad), shaded(10, 0))
    return (light[100 * SIDE + 38]! - light[100 * SIDE + 34]!) / (2 * fine)
  }
  expect(sharpened(8, 10)).toBeGreaterThan(0.9)
  expect(sharpened(6.5, 30)).toBeGreaterThan(0.42)
  expect(sharpened(6.5, 30)).toBeLessThan(0.5)
})

test('whites are no lighter than the target’s but for two units, and irises stay', () => {
  const { white, iris, skin: cheek } = matched(irised(95), irised(70))
  expect(white).toBeLessThan(78)
  expect(white).toBeGreaterThan(66)
  expect(Math.abs(iris - 30)).toBeLessThan(6)
  expect(cheek).toBe(60)
  expect(matched(irised(70), irised(72)).white).toBeCloseTo(70, 0)
})

test('stripes on the skin differ by four units of lightness and two of colour from the target’s', () => {
  const target = regionOf(skin)
  const lab = {
    l: plane((x) => (x >= 90 && x < 110 ? 40 : 60)),
    a: plane(() => 25),
    b: target.lab.b,
  }
  withArena(() =>
    limitPatches(
      lab,
      target.lab,
      plane(() => 1),
      target,
      PATCHES_ON_SKIN,
    ),
  )
  const at = 100 * SIDE + 100
  expect(lab.l[at]).toBeGreaterThan(55)
  expect(lab.l[at]).toBeLessThan(57)
  expect(lab.a[at]).toBeCloseTo(17, 1)
  expect(lab.b[at]).toBe(15)
})
