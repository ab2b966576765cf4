import { expect, test } from 'vitest'
import { measureIrises, type Tint } from '../../../../engine/effects/face-swap/measure-irises.ts'
import { recolourIrises } from '../../../../engine/effects/face-swap/recolour-irises.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import type { LabColour } from '../../../../engine/raster/colour/lab.ts'
import { drawEyes, EYES, labAtPoint, of, SKIN, WHITE } from './drawn-eyes.ts'

const { left: LEFT, right: RIGHT, middle: MIDDLE } = EYES
const grey = (l: number) => of(l, 0, 0)

type Case = {
  own: LabColour | readonly [LabColour, LabColour]
  donor: LabColour
  skin?: LabColour
  white?: LabColour
  donorWhite?: LabColour
  certainty?: { own?: number; donor?: number }
  alike?: { own: number; donor: number }
}

/** What becomes of two irises. */
function recoloured({
  own,
  donor,
  skin = SKIN,
  white = WHITE,
  donorWhite = white,
  certainty,
  alike = { own: 0, donor: 1 },
}: Case) {
  return withArena(() => {
    const { picture, region } = drawEyes('l' in own ? [own, own] : own, { white })
    const other = drawEyes([donor, donor], { white: donorWhite }).region
    const irises = {
      target: { ...measureIrises(region, 20), certainty: certainty?.own ?? 1, alike: alike.own },
      donor: { ...measureIrises(other, 20), certainty: certainty?.donor ?? 1, alike: alike.donor },
    }
    const { data } = recolourIrises(picture, region, irises, { typical: skin })
    const at = (x: number, y: number): LabColour => labAtPoint(data, x, y)
    return {
      left: at(LEFT, MIDDLE + 6),
      right: at(RIGHT, MIDDLE + 6),
      corner: at(LEFT + 6, MIDDLE + 7),
      pupil: at(LEFT, MIDDLE),
      reflection: at(LEFT - 7, MIDDLE - 4),
      white: at(LEFT + 18, MIDDLE),
      outside: at(60, 10),
    }
  })
}

const tintOf = ({ l, a, b }: LabColour): Tint => ({ a: a / (l + 16), b: b / (l + 16) })

function expectTint(colour: LabColour, a: number, b: number): void {
  const tint = tintOf(colour)
  expect(Math.abs(tint.a - a)).toBeLessThan(0.02)
  expect(Math.abs(tint.b - b)).toBeLessThan(0.02)
}

test('irises get the donor’s colour to their edge, and pupils, reflections, whites and skin stay', () => {
  const { left, right, corner, pupil, reflection, white, outside } = recoloured({
    own: of(40, -2, -6),
    donor: of(34, 6, 10),
  })
  for (const iris of [left, right, corner]) {
    expect(iris.l).toBeCloseTo(34, 0)
    expectTint(iris, 0.12, 0.2)
  }
  expect(pupil.l).toBeLessThan(4)
  expect(Math.hypot(pupil.a, pupil.b)).toBeLessThan(1)
  expect(reflection.l).toBeCloseTo(95, 0)
  expect(Math.hypot(reflection.a, reflection.b)).toBeLessThan(1)
  expect(Math.abs(white.b - WHITE.b)).toBeLessThan(1)
  expect(Math.abs(outside.l - SKIN.l)).toBeLessThan(0.5)
})

test('one iris stays darker than the other, and keeps 0.4 of what its colour differs by', () => {
  const { left, right } = recoloured({ own: [of(24, 0, 0), of(40, 0, 5.6)], donor: of(29, 0, 11) })
  expect(right.l / left.l).toBeCloseTo(40 / 24, 1)
  expect(tintOf(right).b - tintOf(left).b).toBeCloseTo(0.04, 1.7)
})

test('irises move as far as both faces’ were measured', () => {
  const change = { own: of(40, 0, 0), donor: of(40, 0, 11.2) }
  const tint = (own: number, donor: number) =>
    tintOf(recoloured({ ...change, certainty: { own, donor } }).left).b
  expect(tint(1, 0.5)).toBeCloseTo(0.1, 1.7)
  expect(tint(0.5, 1)).toBeCloseTo(0.1, 1.7)
  expect(tint(0.5, 0.5)).toBeCloseTo(0.05, 1.7)
  expect(tint(0, 1)).toBeCloseTo(0, 2)
})

test('irises become 1.2 times as light at most, and 0.65 times at least', () => {
  const lightness = (own: number, donor: number) =>
    recoloured({ own: of(own), donor: of(donor) }).left.l
  expect(lightness(30, 33)).toBeCloseTo(33, 0)
  expect(lightness(30, 45)).toBeCloseTo(36, 0)
  expect(lightness(40, 30)).toBeCloseTo(30, 0)
  expect(lightness(40, 20)).toBeCloseTo(26, 0)
})

test('dark irises that stay darker than pale ones have as much less of their colour', () => {
  const { left } = recoloured({ own: grey(20), donor: of(48, 0, 12.8) })
  expectTint(left, 0, 0.5 * 0.2)
})

test('half of what the whites differ by is the light of the pictures, 0.08 at most', () => {
  const tint = (b: number) =>
    tintOf(
      recoloured({ own: grey(40), donor: grey(40), white: of(70, 0, b), donorWhite: of(70, 0, 0) })
        .left,
    ).b
  expect(tint(8.6)).toBeCloseTo(0.05, 1.7)
  expect(tint(26)).toBeCloseTo(0.08, 1.7)
})

test('no iris becomes red, violet, deep blue or deep green, however its picture is lit', () => {
  const changed = (a: number, b: number) =>
    tintOf(recoloured({ own: grey(40), donor: of(40, a, b) }).left)
  expect(changed(6, 8).a).toBeCloseTo(6 / 56, 1.7)
  expect(changed(12, 5).a).toBeCloseTo(0.04 + 0.8 * (5 / 56), 1.7)
  expect(changed(8, -4).a).toBeCloseTo(0.04, 1.7)
  expect(changed(0, -5).b).toBeCloseTo(-5 / 56, 1.7)
  expect(changed(0, -12).b).toBeCloseTo(-0.12, 1.7)
  expect(changed(-8, 4).a).toBeCloseTo(-0.04, 1.7)
  const orange = changed(20, 28)
  expect(Math.hypot(orange.a, orange.b)).toBeCloseTo(0.3, 1.7)
})

test('irises as dark as 0.28 of their whites are brown, and from 0.42 on they have their own colour', () => {
  const changed = (l: number) => tintOf(recoloured({ own: grey(l), donor: of(l, 0, -2) }).left)
  expect(changed(19).b).toBeCloseTo(0.04, 1.7)
  expect(changed(19).a).toBeCloseTo(0.02, 1.7)
  expect(changed(31).b).toBeCloseTo(-2 / 47, 1.7)
  expect(tintOf(recoloured({ own: grey(19), donor: of(19, -1, 6) }).left).a).toBeCloseTo(
    0.5 * (6 / 35),
    1.7,
  )
})

test('eyes in the dark keep their colour, whose whites are darker than 20, and take all from 40 on', () => {
  const taken = (white: number) =>
    tintOf(recoloured({ own: grey(10), donor: of(10, 4, 6), white: grey(white) }).left).b
  expect(taken(19)).toBeCloseTo(0, 2)
  expect(taken(30)).toBeCloseTo(0.5 * (6 / 26), 1.4)
  expect(taken(41)).toBeCloseTo(6 / 26, 1.4)
})

test('irises of which one lies in the shade keep their colour, and take all from half of the other’s light on', () => {
  const taken = (ratio: number): number => {
    const { left } = recoloured({ own: [of(40, 0, 0), of(40 * ratio, 0, 0)], donor: of(35, 0, 11) })
    return left.b
  }
  expect(taken(0.3)).toBeCloseTo(0, 0)
  expect(taken(0.52)).toBeGreaterThan(8)
  expect(taken(0.41)).toBeGreaterThan(0.3 * taken(0.52))
  expect(taken(0.41)).toBeLessThan(0.7 * taken(0.52))
})

test('a toned picture without colours keeps its tone, and one with faint colours takes half', () => {
  const own = of(34, 0, -4)
  const b = (skin: LabColour) => tintOf(recoloured({ own, donor: of(34, 2, 8), skin }).left).b
  expect(b(of(60, 0, 3.7))).toBeCloseTo(-0.08, 1.7)
  expect(b(of(60, 0, 7.6))).toBeCloseTo(0.04, 1.7)
  expect(b(of(60, 0, 11.5))).toBeCloseTo(0.16, 1.7)
})

test('irises of a reference that are no pair change nothing', () => {
  const b = (donor: number) =>
    tintOf(recoloured({ own: grey(40), donor: of(40, 0, 11.2), alike: { own: 1, donor } }).left).b
  expect(b(0)).toBeCloseTo(0, 2)
  expect(b(0.5)).toBeCloseTo(0.1, 1.7)
})

test('irises in coloured light keep their colour, whose whites have a tint of 0.45, and take all up to 0.3', () => {
  const taken = (tint: number) => {
    const white = of(70, 0, 86 * tint)
    return tintOf(recoloured({ own: grey(40), donor: of(40, 0, 11.2), white }).left).b
  }
  expect(taken(0.29)).toBeCloseTo(0.2, 1.7)
  expect(taken(0.375)).toBeCloseTo(0.1, 1.7)
  expect(taken(0.46)).toBeCloseTo(0, 2)
})
