import { expect, test } from 'vitest'
import { limitShading } from '../../../../engine/effects/face-swap/limit-shading.ts'
import { relight } from '../../../../engine/effects/face-swap/relight.ts'
import { requireAlikeShading } from '../../../../engine/effects/face-swap/require-alike-shading.ts'
import { requireSkinColour } from '../../../../engine/effects/face-swap/require-skin-colour.ts'
import type { FaceRegionGeometry } from '../../../../engine/face/face-region.ts'
import type { SkinMasks } from '../../../../engine/face/skin-masks.ts'
import { withArena } from '../../../../engine/raster/arena.ts'

const SIDE = 200
const plane = (of: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))
const even = (value: number): Float32Array => plane(() => value)
const labOf = (l: Float32Array) => ({ l, a: even(18), b: even(20) })

/** A face whose nose, with all landmarks around the middle, fills a circle of 40 pixels. */
const region: FaceRegionGeometry = {
  area: { left: 0, top: 0, width: SIDE, height: SIDE },
  scale: 1,
  width: SIDE,
  height: SIDE,
  faceWidth: SIDE,
  points: Array.from({ length: 478 }, () => ({ x: 100, y: 100 })),
  up: { x: 0, y: -1 },
}
const NOSE = [168, 122, 188, 114, 217, 126, 142, 129, 1, 358, 371, 355, 437, 343, 412, 351]
for (const [n, at] of NOSE.entries()) {
  const angle = (2 * Math.PI * n) / NOSE.length
  region.points[at] = { x: 100 + 40 * Math.cos(angle), y: 100 + 40 * Math.sin(angle) }
}

/** Skin of L* 70 with a stripe that is `darker`, as it is after limiting beside a target with such a stripe or none. */
function limited(darker: number, ofTarget: number) {
  const striped = (by: number) => plane((x) => (x >= 96 && x < 106 ? 70 - by : 70))
  return withArena(() => {
    const lab = labOf(striped(darker))
    const target = { l: striped(ofTarget), light: labOf(even(70)) }
    const changed = limitShading(lab, target, even(1), region)
    const at = 100 * SIDE + 100
    return { l: lab.l[at]!, changed: changed[at]!, beside: lab.l[at + 60]! }
  })
}

test('a shadow that the target does not have is lifted but for three units, and shine is taken', () => {
  expect(limited(20, 0).l).toBeGreaterThan(66)
  expect(limited(20, 0).l).toBeLessThan(68)
  expect(limited(20, 0).changed).toBeGreaterThan(15)
  expect(limited(-20, 0).l).toBeLessThan(74)
  expect(limited(2.5, 0)).toEqual({ l: 67.5, changed: 0, beside: 70 })
})

test('a shadow like the target’s stays, and so does skin far from all', () => {
  expect(limited(20, 20).l).toBe(50)
  expect(limited(20, 20).beside).toBe(70)
  expect(limited(20, 10).l).toBeGreaterThan(56)
})

test('a reference is refused of whose nose more than a fiftieth was shaded otherwise', () => {
  // The nose is 5,000 pixels, and as much again around it counts in part.
  const shaded = (columns: number, by: number) =>
    plane((x, y) => (x >= 100 && x < 100 + columns && y >= 90 && y < 110 ? by : 0))
  const check = (changed: Float32Array) => () =>
    withArena(() => requireAlikeShading(changed, even(1), region))
  expect(check(shaded(3, 9))).not.toThrow()
  expect(check(shaded(8, 4.9))).not.toThrow()
  expect(check(shaded(8, 9))).toThrow('The light on the reference face is harder')
  expect(check(shaded(8, -9))).toThrow('The light on the reference face is harder')
})

test('teeth in red light do not become green in white light', () => {
  const moved = (a: number) =>
    withArena(() => {
      const donor = { l: even(80), a: even(a), b: even(15) }
      const light = {
        donor: { l: even(60), a: even(45), b: even(35) },
        target: { l: even(80), a: even(6), b: even(12) },
      }
      const relief = { donor: even(60), target: even(80) }
      const one = even(1)
      const illumination = { light, relief, inner: one, lips: even(0) }
      const gains = { relief: 1, texture: 1 }
      return relight(donor, illumination, gains, { donorSkin: even(0), seen: one }).a[0]!
    })
  expect(moved(20)).toBeGreaterThanOrEqual(-3)
  expect(moved(60)).toBeGreaterThan(3)
})

test('faces in colours that skin has in no white light are refused, and grey references for coloured faces', () => {
  const masks = (a: number, b: number) => ({ typical: { l: 60, a, b } }) as SkinMasks
  const check = (target: SkinMasks, donor: SkinMasks) => () => requireSkinColour({ target, donor })
  const usual = masks(15, 18)
  expect(check(usual, usual)).not.toThrow()
  expect(check(masks(15, -11), masks(-7, 10))).not.toThrow()
  expect(check(masks(19, -53), usual)).toThrow('The face to be replaced has no colours of skin')
  expect(check(usual, masks(-9, 20))).toThrow('it is green')
  expect(check(usual, masks(0, 1))).toThrow('The reference face has no colours')
  expect(check(masks(0, 1), masks(0, 1))).not.toThrow()
  expect(check(masks(0, 1), usual)).not.toThrow()
})
