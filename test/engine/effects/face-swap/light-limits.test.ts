import { expect, test } from 'vitest'
import { requireEvenLight } from '../../../../engine/effects/face-swap/require-even-light.ts'
import { requireSharp } from '../../../../engine/effects/face-swap/require-sharp.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import type { SkinMasks } from '../../../../engine/face/skin-masks.ts'
import { withArena } from '../../../../engine/raster/arena.ts'

// Both sides of the limits of light and sharpness, on planes whose figures are known: of two photographs they are not.

const SIDE = 200
const COUNT = SIDE * SIDE

/** The rings of both sides of the nose, the person's left first. */
const NOSE = [
  [279, 358, 429, 355, 437, 420, 360],
  [49, 129, 209, 126, 217, 198, 131],
]

/** A region as wide as its face, its landmarks around the middle and the sides of its nose at x = 60 and 140. */
function region(l: (x: number, y: number) => number, chroma = (_x: number) => 0): FaceRegion {
  const points = Array.from({ length: 478 }, (_, n) => ({ x: 100 + (n % 2 ? 40 : -40), y: 100 }))
  for (const [side, ring] of NOSE.entries()) {
    for (const [n, index] of ring.entries()) {
      const angle = (2 * Math.PI * n) / ring.length
      points[index] = { x: (side ? 60 : 140) + 12 * Math.cos(angle), y: 100 + 12 * Math.sin(angle) }
    }
  }
  const plane = (of: (x: number, y: number) => number): Float32Array =>
    Float32Array.from({ length: COUNT }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))
  return {
    area: { left: 0, top: 0, width: SIDE, height: SIDE },
    scale: 1,
    width: SIDE,
    height: SIDE,
    faceWidth: SIDE,
    points,
    up: { x: 0, y: -1 },
    lab: { l: plane(l), a: plane(chroma), b: plane(() => 0) },
  }
}

/** A step of lightness under a Gaussian of this sigma, in pixels: sums of its own values. */
function edge(sigma: number): (x: number) => number {
  const bell = Array.from({ length: SIDE }, (_, x) => Math.exp(-0.5 * ((x - 100) / sigma) ** 2))
  const whole = bell.reduce((sum, value) => sum + value)
  const step = new Float64Array(SIDE)
  for (let x = 1; x < SIDE; x++) step[x] = step[x - 1]! + bell[x]! / whole
  return (x) => 30 + 40 * step[x]!
}

/** Asks for even light where skin is seen above the nose. */
function evenLight(donor: FaceRegion, target: FaceRegion): void {
  const skin = Float32Array.from({ length: COUNT }, (_, i) => (i < 40 * SIDE ? 1 : 0))
  const masks: SkinMasks = { bare: skin, skin, clear: skin, typical: { l: 60, a: 0, b: 0 } }
  withArena(() => requireEvenLight({ donor, target }, { donor: masks, target: masks }))
}

const sharp = (donor: number, target: number) => () =>
  withArena(() => requireSharp(region(edge(donor)), region(edge(target))))

test('a reference that is sharp enough for any face is not compared', () => {
  // Eight edges: of a single sharp one there are fewer pixels than are looked at.
  const edges = (sigma: number) => (x: number) => edge(sigma)(100 - 12 + Math.abs((x % 50) - 25))
  const check = (donor: number, target: number) => () =>
    withArena(() => requireSharp(region(edges(donor)), region(edges(target))))
  expect(check(1.2, 0.5)).not.toThrow()
})

test('a reference may be so many times as blurred as the face, and no more', () => {
  // Among its steepest places an edge measures three quarters of its width.
  expect(sharp(4.5, 2)).not.toThrow()
  expect(sharp(5, 2)).toThrow('1.9 times as blurred')
})

test('a face whose own edges are a fiftieth of its width is too blurred for another’s features', () => {
  expect(sharp(2.6, 2.6)).not.toThrow()
  expect(sharp(4, 5)).toThrow('it is too blurred')
})

/** A face whose nose is lit from one side: the L* + 16 of its left as a share of the right. */
const lit = (share: number) => region((x, y) => (y > 60 && x > 100 ? 76 * share - 16 : 60))

test('a nose lit from the front counts as that from its limit on', () => {
  expect(() => evenLight(lit(0.79), lit(1))).not.toThrow()
  expect(() => evenLight(lit(0.75), lit(1))).toThrow('lies in the shadow')
})

test('a nose lit from the side is taken on a face that is lit from there too', () => {
  expect(() => evenLight(lit(0.6), lit(0.78))).not.toThrow()
  expect(() => evenLight(lit(0.6), lit(0.8))).toThrow('lies in the shadow')
  expect(() => evenLight(lit(0.6), lit(1.6))).toThrow('lies in the shadow')
})

test('light may fall harder from a side on the face to be replaced, up to a limit', () => {
  expect(() => evenLight(lit(1), lit(0.62))).not.toThrow()
  expect(() => evenLight(lit(1), lit(0.59))).toThrow('falls harder from one side')
})

test.each(['donor', 'target'] as const)(
  'deep shadows on the %s are refused, shallow ones not',
  (of) => {
    // Stripes between the two sigmas, whose depth is a share of the skin's L* + 16.
    const striped = (depth: number) =>
      region((x, y) => 60 + (y < 60 ? 76 * depth * Math.sin((2 * Math.PI * x) / 40) : 0))
    const both = (depth: number) => ({ donor: lit(1), target: lit(1), [of]: striped(depth) })
    const check = (depth: number) => () => evenLight(both(depth).donor, both(depth).target)
    expect(check(0.1)).not.toThrow()
    expect(check(0.2)).toThrow('Deep shadows')
  },
)

test('colours of two lights are refused by their spread and their share of the chroma', () => {
  const lamps = (mean: number, off: number) =>
    region(
      () => 60,
      (x) => mean + (x < 100 ? off : -off),
    )
  expect(() => evenLight(lamps(10, 7), lit(1))).not.toThrow()
  expect(() => evenLight(lamps(10, 9), lit(1))).toThrow('different colours')
  expect(() => evenLight(lamps(26, 9), lit(1))).not.toThrow()
  expect(() => evenLight(lamps(16, 9), lit(1))).toThrow('different colours')
})
