import { expect, test } from 'vitest'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import type { DrawnPart } from '../../../../../engine/effects/cloth-v3/wear/draw-parts.ts'
import { spreadOverSlivers } from '../../../../../engine/effects/cloth-v3/wear/spread-over-slivers.ts'

const SIZE = { width: 160, height: 160 } as const
const COUNT = SIZE.width * SIZE.height
const BOX = { left: 0, top: 0, ...SIZE }

const TORSO = {
  origin: { x: 80, y: 20 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 100,
  length: 120,
}

type Rule = (x: number, y: number) => boolean

function where(rule: Rule) {
  const data = Uint8Array.from({ length: COUNT }, (_, at) =>
    rule(at % SIZE.width, Math.floor(at / SIZE.width)) ? 255 : 0,
  )
  return { ...SIZE, data }
}

const NOTHING = where(() => false)

/** What is laid over a garment of one colour on somebody, as the share of a pixel of row 80. */
function laidOver({
  worn,
  cloth,
  person,
  arm,
  seam,
  trousers,
  sleeved,
  edge,
  byArmhole,
}: {
  worn: Rule
  cloth: Rule
  person: Rule
  arm?: Rule
  seam?: Rule
  trousers?: Rule
  sleeved?: Rule
  /** The soft edge of an arm before what was worn, of which half of each pixel is arm, and whether it was traced. */
  edge?: { at: Rule; isTraced: boolean }
  /** How far a row lies beside an armhole. */
  byArmhole?: (y: number) => number
}) {
  const thin = where(seam ?? (() => false)).data
  const covered = Float32Array.from(where(cloth).data, (share, at) =>
    thin[at] ? 0.93 : share / 255,
  )
  const data = new Float32Array(4 * COUNT)
  covered.forEach((share, at) => {
    data.set([0.1 * share, 0.2 * share, 0.3 * share, share], 4 * at)
  })
  const behind = Float32Array.from(where(arm ?? (() => false)).data, (share) => share / 255)
  const part: DrawnPart = { drawn: { box: BOX, data }, shadow: 0.3, behind }
  const wearer = {
    picture: { ...SIZE, data: new Uint8ClampedArray(4 * COUNT) },
    body: { mask: where(person) },
    torso: TORSO,
    traced: new Uint8Array(COUNT).fill(edge?.isTraced ? 1 : 0),
    regions: {
      hair: NOTHING,
      'face-skin': NOTHING,
      shoes: NOTHING,
      'lower-garment': where(trousers ?? (() => false)),
    },
  } as unknown as Wearer
  const neckline = [
    { x: 70, y: 10 },
    { x: 90, y: 10 },
  ]
  const fitted = {
    instead: where(worn),
    heights: { from: -Infinity, to: 140 },
    neckline,
    ...(byArmhole && { byArmhole: ({ y }: { y: number }) => byArmhole(y) }),
    ...(edge && {
      before: {
        share: Float32Array.from(where(edge.at).data, (is) => is / 510),
        edge: { places: [], colours: new Float32Array() },
      },
    }),
    isSleeved: (at: number) => sleeved?.(at % SIZE.width, Math.floor(at / SIZE.width)) ?? false,
  }
  const over = spreadOverSlivers(wearer, fitted, [part], covered)
  return (x: number, y = 80): number => {
    if (!over) return 0
    const { box, data: laid } = over.drawn
    return laid[4 * ((y - box.top) * box.width + x - box.left) + 3]!
  }
}

test('a garment goes on over a sliver of what was worn beside it, in its own colour', () => {
  const cloth: Rule = (x, y) => x >= 50 && x < 110 && y > 20 && y < 140
  const share = laidOver({
    worn: (x, y) => x >= 47 && x < 110 && y > 20 && y < 140,
    cloth,
    person: (x) => x >= 47 && x < 110,
  })
  for (const x of [47, 48, 49]) expect(share(x), `column ${x}`).toBe(1)
  expect(share(46)).toBe(0)
})

test('its outline there is smooth where the mask of what was worn has teeth and slits', () => {
  const isTooth = (x: number, y: number): boolean => x >= 46 && x < 48 && y % 4 === 0
  const isSlit = (x: number, y: number): boolean => x === 49 && y % 9 === 0
  const worn: Rule = (x, y) =>
    ((x >= 48 && !isSlit(x, y)) || isTooth(x, y)) && x < 110 && y > 20 && y < 140
  const cloth: Rule = (x, y) => x >= 51 && x < 110 && y > 20 && y < 140
  const share = laidOver({ worn, cloth, person: worn })
  const reached = Array.from({ length: 36 }, (_, n) =>
    [44, 45, 46, 47, 48, 49, 50].reduce((sum, x) => sum + share(x, 60 + n), 0),
  )
  expect(Math.max(...reached) - Math.min(...reached)).toBeLessThan(1)
  for (let y = 60; y < 96; y++) expect(share(49, y), `row ${y}`).toBeGreaterThan(0.9)
})

test('beside an armhole it does not, and from there on more and more', () => {
  const share = laidOver({
    worn: (x, y) => x >= 47 && x < 110 && y > 20 && y < 140,
    cloth: (x, y) => x >= 50 && x < 110 && y > 20 && y < 140,
    person: (x) => x >= 47 && x < 110,
    byArmhole: (y) => Math.min(1, Math.max(0, (80 - y) / 20)),
  })
  const reached = (y: number) => [47, 48, 49].reduce((sum, x) => sum + share(x, y), 0)
  expect(reached(50)).toBe(0)
  for (let y = 50; y < 84; y++) expect(reached(y + 1) - reached(y)).toBeLessThan(0.7)
  expect(reached(84)).toBe(3)
})

test.each([true, false])(
  'beside the soft edge of an arm as far as it is none of it, where it was traced: %s',
  (isTraced) => {
    const share = laidOver({
      worn: (x, y) => x >= 47 && x < 110 && y > 20 && y < 140,
      cloth: (x, y) => x >= 50 && x < 110 && y > 20 && y < 140,
      person: () => true,
      edge: { at: (x) => x === 47, isTraced },
    })
    expect(share(48)).toBe(1)
    expect(share(47)).toBeCloseTo(isTraced ? 0.5 : 0, 2)
  },
)

test('what is wider, as a wide sleeve is, stays for what is behind, and so does its tapering end', () => {
  const share = laidOver({
    worn: (x, y) => x < 110 && y > 20 && y < 140 && x > 50 - (y - 20) / 4,
    cloth: (x, y) => x >= 50 && x < 110 && y > 20 && y < 140,
    person: (x) => x < 110,
  })
  expect(share(40, 120)).toBe(0)
  expect(share(48, 34)).toBe(0)
})

test('a gap in which the person shows is closed, and none through which the wall does', () => {
  const cloth: Rule = (x, y) => y > 20 && y < 140 && ((x >= 30 && x < 60) || (x >= 64 && x < 110))
  const worn: Rule = () => false
  expect(laidOver({ worn, cloth, person: () => true })(62)).toBe(1)
  expect(laidOver({ worn, cloth, person: (x) => x < 60 || x >= 64 })(62)).toBe(0)
})

test('a finger before a garment stays in front of it', () => {
  const isFinger: Rule = (x, y) => x >= 60 && x < 65 && y > 60 && y < 100
  const share = laidOver({
    worn: () => false,
    cloth: (x, y) => y > 20 && y < 140 && x >= 30 && x < 110 && !isFinger(x, y),
    person: () => true,
    arm: isFinger,
  })
  expect(share(62)).toBe(0)
})

test('a seam that nearly covers a pixel is made whole', () => {
  const share = laidOver({
    worn: () => false,
    cloth: (x, y) => y > 20 && y < 140 && x >= 30 && x < 110,
    person: () => true,
    seam: (x) => x === 62,
  })
  expect(share(62)).toBeCloseTo(1, 5)
  expect(share(61)).toBe(0)
})

test('no specks of it lie on trousers beside it, which pass for what was worn', () => {
  const cloth: Rule = (x, y) => x >= 50 && x < 110 && y > 20 && y < 140
  // One lies apart from the garment, one hangs on its edge.
  const isApart: Rule = (x, y) => x >= 40 && x < 45 && y >= 78 && y < 83
  const isHanging: Rule = (x, y) => x >= 42 && x < 50 && y >= 100 && y < 103
  const worn: Rule = (x, y) => cloth(x, y) || isApart(x, y) || isHanging(x, y)
  const share = laidOver({
    worn,
    cloth,
    person: () => true,
    trousers: (x, y) => x < 50 && !worn(x, y),
  })
  expect(share(42, 80)).toBe(0)
  for (let x = 42; x < 50; x++) expect(share(x, 101), `column ${x}`).toBe(0)
})

test('a rim of what was worn before trousers is covered all the same', () => {
  const cloth: Rule = (x, y) => x >= 50 && x < 110 && y > 20 && y < 140
  const worn: Rule = (x, y) => x >= 47 && x < 110 && y > 20 && y < 140
  const share = laidOver({ worn, cloth, person: () => true, trousers: (x) => x < 47 })
  for (const x of [47, 48, 49]) expect(share(x), `column ${x}`).toBe(1)
})

test('a wide gap between torso and sleeve is closed where the arm in the sleeve shows in it', () => {
  const gap: Rule = (x) => x >= 80 && x < 88
  const shown = {
    worn: () => false,
    cloth: ((x, y) => x >= 50 && x < 110 && y > 20 && y < 140 && !gap(x, y)) satisfies Rule,
    person: (() => true) satisfies Rule,
  }
  const [closed, open] = [laidOver({ ...shown, sleeved: gap }), laidOver(shown)]
  for (let x = 80; x < 88; x++) expect(closed(x), `column ${x}`).toBe(1)
  expect(open(84)).toBe(0)
})
