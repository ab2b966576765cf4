import { expect, test } from 'vitest'
import { EYE_OPENINGS } from '../../../../engine/effects/face-swap/openings.ts'
import { recolourIrises } from '../../../../engine/effects/face-swap/recolour-irises.ts'
import { requireAlikeIrises } from '../../../../engine/effects/face-swap/require-alike-irises.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import { type LabColour, labToSrgb, srgbToLab } from '../../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'

const SIDE = 120
const [LEFT, RIGHT, MIDDLE, RADIUS] = [80, 30, 60, 10]
const AREA = { left: 0, top: 0, width: SIDE, height: SIDE }
const of = (l: number, a = 5, b = 5): LabColour => ({ l, a, b })
const SKIN = of(60, 12, 16)
const WHITE = of(70, 1, 2)

/** The colour of a pixel of two eyes: irises with a pupil and a reflection of L* 95 between whites, on skin. */
function colourAt(
  x: number,
  y: number,
  irises: readonly [LabColour, LabColour],
  white: LabColour,
): LabColour {
  const [nth, at] = x < 55 ? [1, RIGHT] : [0, LEFT]
  const [across, down] = [x + 0.5 - at, y + 0.5 - MIDDLE]
  if (Math.abs(across) > 20 || Math.abs(down) > 14) return SKIN
  if (Math.abs(across) > RADIUS || Math.abs(down) > RADIUS) return white
  if (Math.abs(across) < 3 && Math.abs(down) < 3) return of(3, 0, 0)
  return across < -5 && down < -5 ? of(95, 0, 0) : irises[nth]!
}

/** The corners of a square or a box around an eye, for so many landmarks, in turn. */
const corner = (n: number, count: number, x: number, wide: number, high: number) => {
  const quarter = Math.floor((4 * n) / count)
  return {
    x: x + (quarter === 0 || quarter === 3 ? wide : -wide),
    y: MIDDLE + (quarter < 2 ? high : -high),
  }
}

/** Two eyes, the person's left one at the right. */
function eyes(
  left: LabColour,
  right: LabColour,
  white = WHITE,
): { picture: Picture; region: FaceRegion } {
  const points = Array.from({ length: 478 }, () => ({ x: 0, y: 0 }))
  for (const [nth, iris] of [FACE.leftIris, FACE.rightIris].entries()) {
    const x = nth === 0 ? LEFT : RIGHT
    const [middle, ...edge] = iris
    points[middle!] = { x, y: MIDDLE }
    for (const [n, at] of edge.entries()) points[at] = corner(n, edge.length, x, RADIUS, RADIUS)
    const { rim } = EYE_OPENINGS[nth]!
    for (const [n, at] of rim.entries()) points[at] = corner(n, rim.length, x, 20, 14)
  }
  const data = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255)
  for (let i = 0; i < SIDE * SIDE; i++) {
    data.set(labToSrgb(colourAt(i % SIDE, Math.floor(i / SIDE), [left, right], white)), 4 * i)
  }
  const seen = Array.from({ length: SIDE * SIDE }, (_, i) => labAt(data, i))
  const axis = (which: keyof LabColour) => Float32Array.from(seen, (colour) => colour[which])
  const lab = { l: axis('l'), a: axis('a'), b: axis('b') }
  const size = { width: SIDE, height: SIDE }
  const region = {
    ...size,
    area: AREA,
    scale: 1,
    faceWidth: SIDE,
    points,
    up: { x: 0, y: -1 },
    lab,
  }
  return { picture: { ...size, data }, region }
}

function labAt(data: Uint8ClampedArray, pixel: number): LabColour {
  return srgbToLab(data[4 * pixel]!, data[4 * pixel + 1]!, data[4 * pixel + 2]!)
}

/** What becomes of two irises that get a donor's colours. */
function recoloured(
  own: readonly [LabColour, LabColour],
  donor: readonly [LabColour, LabColour],
  typical = SKIN,
  white = WHITE.l,
) {
  return withArena(() => {
    const { picture, region } = eyes(...own, { ...WHITE, l: white })
    const { data } = recolourIrises(picture, region, donor, { typical })
    const at = (x: number, y: number): LabColour => labAt(data, y * SIDE + x)
    return {
      left: at(LEFT + 5, MIDDLE + 5),
      right: at(RIGHT + 5, MIDDLE + 5),
      pupil: at(LEFT, MIDDLE),
      reflection: at(LEFT - 8, MIDDLE - 8),
      white: at(LEFT + 15, MIDDLE),
      skin: at(55, MIDDLE),
    }
  })
}

test('irises get the mean colour of the donor’s, and pupils, reflections, whites and skin stay', () => {
  const { left, right, pupil, reflection, white, skin } = recoloured(
    [of(40, -2, -8), of(40, -2, -8)],
    [of(24, 6, 12), of(26, 8, 14)],
  )
  for (const iris of [left, right]) {
    expect(iris.l).toBeCloseTo(25, 0)
    expect(Math.abs(iris.a - 7)).toBeLessThan(1.2)
    expect(Math.abs(iris.b - 13)).toBeLessThan(1.2)
  }
  expect(pupil.l).toBeLessThan(5)
  expect(reflection.l).toBeCloseTo(95, 0)
  expect(Math.abs(white.b - WHITE.b)).toBeLessThan(1)
  expect(Math.abs(skin.l - SKIN.l)).toBeLessThan(0.5)
})

test('one iris stays as much darker than the other as it is', () => {
  const { left, right } = recoloured([of(20), of(40)], [of(15), of(15)])
  expect(left.l).toBeCloseTo(10, 0)
  expect(right.l).toBeCloseTo(20, 0)
})

test('irises become 1.35 times as light at most, and 0.45 times at least', () => {
  const lightness = (own: number, donor: number) =>
    recoloured([of(own), of(own)], [of(donor), of(donor)]).left.l
  expect(lightness(20, 26)).toBeCloseTo(26, 0)
  expect(lightness(20, 60)).toBeCloseTo(27, 0)
  expect(lightness(50, 25)).toBeCloseTo(25, 0)
  expect(lightness(50, 5)).toBeCloseTo(22.5, 0)
})

test('irises that are drawn darker than the donor’s have less of its colour', () => {
  const { left } = recoloured([of(20, 0, 0), of(20, 0, 0)], [of(56, 0, 16), of(56, 0, 16)])
  expect(Math.abs(left.b - (16 * (27 + 16)) / (56 + 16))).toBeLessThan(1)
})

test('no iris becomes red or violet, however its picture is lit', () => {
  const redness = (a: number, b: number) =>
    recoloured([of(30, 0, 0), of(30, 0, 0)], [of(30, a, b), of(30, a, b)]).left.a
  expect(Math.abs(redness(7, 10) - 7)).toBeLessThan(0.8)
  expect(Math.abs(redness(14, 5) - 5)).toBeLessThan(0.8)
  expect(Math.abs(redness(8, -8) - 2)).toBeLessThan(0.8)
})

test('blue irises are no bluer than pale ones in white light', () => {
  const blue = (b: number) =>
    recoloured([of(40, 0, 0), of(40, 0, 0)], [of(40, 0, b), of(40, 0, b)]).left.b
  expect(Math.abs(blue(-4) + 4)).toBeLessThan(0.8)
  expect(Math.abs(blue(-12) + 0.08 * 56)).toBeLessThan(0.8)
})

test('eyes in the dark keep their colour, whose whites are darker than 20, and take all from 40 on', () => {
  const taken = (white: number) => {
    const dark = recoloured(
      [of(10, 0, 0), of(10, 0, 0)],
      [of(10, 4, 10), of(10, 4, 10)],
      SKIN,
      white,
    )
    return dark.left.b
  }
  expect(Math.abs(taken(19))).toBeLessThan(0.5)
  expect(Math.abs(taken(30) - 5)).toBeLessThan(1)
  expect(Math.abs(taken(41) - 10)).toBeLessThan(1)
})

test('a toned picture without colours keeps its tone, and one with faint colours takes half', () => {
  const own = of(30, 0, -4)
  const chroma = (skin: LabColour) =>
    recoloured([own, own], [of(30, 4, 14), of(30, 4, 14)], skin).left.b
  expect(Math.abs(chroma(of(60, 0, 3.7)) + 4)).toBeLessThan(0.6)
  expect(Math.abs(chroma(of(60, 0, 7.6)) - 5)).toBeLessThan(1)
  expect(Math.abs(chroma(of(60, 0, 11.5)) - 14)).toBeLessThan(1)
})

test('a reference whose irises differ by more than a quarter is refused, where they are seen', () => {
  const ask = (a: number, b: number, seen = 1, l = 20) =>
    withArena(() =>
      requireAlikeIrises(
        eyes(of(20), of(l, a, b)).region,
        new Float32Array(SIDE * SIDE).fill(seen),
      ),
    )
  expect(() => ask(13, 13)).not.toThrow()
  expect(() => ask(5, 15)).toThrow(expect.objectContaining({ role: 'ref' }))
  expect(() => ask(15, 5)).toThrow('% are allowed')
  expect(() => ask(5, 15, 0)).not.toThrow()
  // The same colour in twice the light.
  expect(() => ask(10, 10, 1, 56)).not.toThrow()
})
