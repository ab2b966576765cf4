import { expect, test } from 'vitest'
import { matchIrises } from '../../../../engine/effects/face-swap/match-irises.ts'
import { requireAlikeIrises } from '../../../../engine/effects/face-swap/require-alike-irises.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import type { LabColour } from '../../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { donor, overlaid, type Sitter, swapped, target } from './sitters.ts'

const SIDE = 120
const LEFT = 80
const RIGHT = 30
const MIDDLE = 60
const RADIUS = 16
const plane = (of: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))

const gray = (l: number): LabColour => ({ l, a: 5, b: 5 })

/** Skin with two irises, the person's left one at the right: squares, of which one quarter is a reflection of L* 95. */
function eyes(left: LabColour, right: LabColour): FaceRegion {
  const points = Array.from({ length: 478 }, () => ({ x: 0, y: 0 }))
  for (const [iris, x] of [
    [FACE.leftIris, LEFT],
    [FACE.rightIris, RIGHT],
  ] as const) {
    const [middle, ...edge] = iris
    points[middle!] = { x, y: MIDDLE }
    const corners = [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ] as const
    for (const [n, at] of edge.entries()) {
      const [across, down] = corners[n]!
      points[at] = { x: x + RADIUS * across, y: MIDDLE + RADIUS * down }
    }
  }
  const axis = (of: keyof LabColour): Float32Array =>
    plane((x, y) => {
      const [at, colour] = x < 55 ? [RIGHT, right] : [LEFT, left]
      if (Math.abs(x + 0.5 - at) > RADIUS || Math.abs(y + 0.5 - MIDDLE) > RADIUS) return 60
      return of === 'l' && x < at && y < MIDDLE ? 95 : colour[of]
    })
  const size = { width: SIDE, height: SIDE }
  const lab = { l: axis('l'), a: axis('a'), b: axis('b') }
  const area = { left: 0, top: 0, ...size }
  return { ...size, area, scale: 1, faceWidth: SIDE, points, up: { x: 0, y: -1 }, lab }
}

/** The donor's two irises on the target's, and its reflection and skin. */
function matched(donors: readonly [LabColour, LabColour], old: readonly [LabColour, LabColour]) {
  return withArena(() => {
    const { lab } = eyes(...donors)
    matchIrises(lab, eyes(...old))
    const at = (x: number, y = MIDDLE + 8): LabColour => {
      const i = y * SIDE + x
      return { l: lab.l[i]!, a: lab.a[i]!, b: lab.b[i]! }
    }
    return { left: at(LEFT), right: at(RIGHT), reflection: at(LEFT - 8, MIDDLE - 8), skin: at(55) }
  })
}

test('irises are at most ten units lighter than the target’s, and reflections and skin stay', () => {
  const dimmed = matched([gray(50), gray(50)], [gray(22), gray(18)])
  expect(dimmed.left.l).toBeCloseTo(30, 1)
  expect(dimmed.right.l).toBeCloseTo(30, 1)
  expect(dimmed.reflection.l).toBeCloseTo(95, 1)
  expect(dimmed.skin.l).toBe(60)
  expect(matched([gray(29), gray(29)], [gray(22), gray(18)]).left.l).toBeCloseTo(29, 1)
  expect(matched([gray(8), gray(8)], [gray(50), gray(50)]).left.l).toBeCloseTo(8, 1)
})

test('two irises are six units of lightness apart at most, or as far as the target’s', () => {
  const uneven = matched([gray(8), gray(20)], [gray(20), gray(20)])
  expect(uneven.left.l).toBeCloseTo(11, 1)
  expect(uneven.right.l).toBeCloseTo(17, 1)
  expect(matched([gray(11), gray(16)], [gray(20), gray(20)]).left.l).toBeCloseTo(11, 1)
  expect(matched([gray(8), gray(20)], [gray(12), gray(24)]).left.l).toBeCloseTo(8, 1)
})

test('two irises are six units of colour apart at most, or as far as the target’s', () => {
  const of = (a: number, b: number): LabColour => ({ l: 20, a, b })
  const { left, right } = matched([of(2, 12), of(10, 4)], [gray(20), gray(20)])
  expect([left.a, right.a]).toEqual([expect.closeTo(3, 1), expect.closeTo(9, 1)])
  expect([left.b, right.b]).toEqual([expect.closeTo(11, 1), expect.closeTo(5, 1)])
  expect(matched([of(2, 5), of(7, 5)], [gray(20), gray(20)]).left.a).toBeCloseTo(2, 1)
  expect(matched([of(2, 5), of(10, 5)], [of(2, 5), of(10, 5)]).left.a).toBeCloseTo(2, 1)
})

test('a reference whose irises differ by more than a quarter is refused, where they are seen', () => {
  const ask = (a: number, b: number, seen = 1, l = 20) =>
    withArena(() =>
      requireAlikeIrises(
        eyes(gray(20), { l, a, b }),
        plane(() => seen),
      ),
    )
  expect(() => ask(13.8, 13.8)).not.toThrow()
  expect(() => ask(5, 14.2)).toThrow(expect.objectContaining({ role: 'ref' }))
  expect(() => ask(14.2, 5)).toThrow('differ by 26 %')
  expect(() => ask(5, 14.2, 0)).not.toThrow()
  // The same colour in twice the light.
  expect(() => ask(10, 10, 1, 56)).not.toThrow()
  expect(() => ask(16, 16, 1, 56)).not.toThrow()
})

/** A sitter whose irises, the person's left one first, are painted. */
function withIrises(sitter: Sitter, ...colours: readonly (readonly number[])[]): Sitter {
  return [FACE.leftIris, FACE.rightIris].reduce((painted, iris, nth) => {
    const corners = iris.slice(1).map((at) => sitter.face.landmarks[at]!)
    return overlaid(painted, corners, colours[nth]!, 1)
  }, sitter)
}

/** The mean level of green within an iris of the target. */
function greenOf({ data, width }: Picture, iris: readonly number[]) {
  const { x, y } = target.face.landmarks[iris[0]!]!
  let sum = 0
  for (const [across, down] of [
    [0, 0],
    [-1, 0],
    [1, 0],
    [0, 1],
  ] as const) {
    sum += data[4 * ((Math.round(y) + down) * width + Math.round(x) + across) + 1]!
  }
  return sum / 4
}

test('a swap evens the lightness of two irises, and refuses a reference with two colours', () => {
  const even = withIrises(target, [40, 40, 40], [40, 40, 40])
  const uneven = swapped(even, withIrises(donor, [20, 20, 20], [70, 70, 70]))
  const by = greenOf(uneven, FACE.rightIris) - greenOf(uneven, FACE.leftIris)
  expect(by).toBeLessThan(32)
  const twoColoured = withIrises(donor, [90, 60, 30], [60, 70, 110])
  expect(() => swapped(target, twoColoured)).toThrow('of two colours')
})
