import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { closeGaps } from '../../../../../engine/effects/hair-transfer/reference/close-gaps.ts'

test('a slit between a cheek and the hair beside it is closed, a gap at the outer side is not', () => {
  const size = { width: 60, height: 60 }
  const at = (x: number, y: number) => y * 60 + x
  // A face up to column 30, hair from 32 to 44: what lies further out stays free.
  const person = Float32Array.from({ length: 3600 }, (_, n) => (n % 60 < 30 ? 1 : 0))
  const alpha = Float32Array.from({ length: 3600 }, (_, n) =>
    n % 60 >= 32 && n % 60 < 44 && n >= 600 ? 1 : n % 60 < 2 ? 1 : 0,
  )
  const colour = () => new Float32Array(3600).fill(80)
  const layer = { ...size, alpha, red: colour(), green: colour(), blue: colour() }
  const wearer = {
    picture: size,
    frame: {
      faceWidth: 60,
      centre: { x: 15, y: 10 },
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
      oval: [],
    },
    hair: { alpha: new Float32Array(3600) },
    regions: {
      person,
      skin: person,
      cloth: person,
      hair: person,
      grid: { area: { left: 0, top: 0, ...size }, scale: 1, ...size },
    },
  } as unknown as Head
  closeGaps(wearer, layer)
  expect(alpha[at(31, 40)]).toBe(1)
  expect(alpha[at(20, 40)]).toBe(0)
  expect(alpha[at(47, 40)]).toBe(0)
  expect(layer.red[at(31, 40)]).toBeLessThan(80)
})

test.each([
  ['most of an ear covers the rest', 79, 1],
  ['a rim of an ear leaves it free', 83, 0],
] as const)('hair over %s', (_, from, share) => {
  const size = { width: 100, height: 100 }
  const columns = (first: number, end: number) =>
    Float32Array.from({ length: 10_000 }, (_, n) => (n % 100 >= first && n % 100 < end ? 1 : 0))
  const corner = (x: number, y: number) => ({ x, y })
  const oval = [corner(20, 0), corner(77, 0), corner(77, 100), corner(20, 100)]
  const alpha = columns(from, 96).map((on, n) => (n % 100 < 4 ? 1 : on))
  const colour = () => new Float32Array(10_000).fill(80)
  const layer = { ...size, alpha, red: colour(), green: colour(), blue: colour() }
  const wearer = {
    picture: size,
    frame: {
      faceWidth: 60,
      centre: corner(50, 50),
      oval,
      across: corner(1, 0),
      up: corner(0, -1),
    },
    hair: { alpha: new Float32Array(10_000) },
    regions: {
      person: columns(20, 85),
      skin: columns(20, 85),
      cloth: columns(0, 0),
      hair: columns(0, 0),
      grid: { area: { left: 0, top: 0, ...size }, scale: 1, ...size },
    },
  } as unknown as Head
  closeGaps(wearer, layer)
  expect(alpha[60 * 100 + 78]).toBe(share)
  expect(alpha[60 * 100 + 70]).toBe(0)
})

/** A head sixty pixels wide that wears hair of such shares, beside skin. */
function wearing(alpha: Float32Array, skin: Float32Array, oval: { x: number; y: number }[]) {
  const size = { width: 100, height: 100 }
  const none = new Float32Array(10_000)
  const colour = () => new Float32Array(10_000).fill(80)
  const layer = { ...size, alpha, red: colour(), green: colour(), blue: colour() }
  const wearer = {
    picture: size,
    frame: {
      faceWidth: 60,
      chin: 0.7,
      centre: { x: 50, y: 50 },
      oval,
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    hair: { alpha: none },
    regions: {
      person: skin,
      skin,
      cloth: none,
      hair: none,
      grid: { area: { left: 0, top: 0, ...size }, scale: 1, ...size },
    },
  } as unknown as Head
  closeGaps(wearer, layer)
  return layer.alpha
}

const plane = (of: (x: number, y: number) => number) =>
  Float32Array.from({ length: 10_000 }, (_, n) => of(n % 100, Math.floor(n / 100)))

test('no ground shows through hair beside a neck, its outer edge stays soft', () => {
  const hair = plane((x) => {
    if (x >= 17 && x < 20) return 0.8
    if (x < 40 || x >= 80) return 0
    return x < 42 ? 0.8 : 1
  })
  const skin = plane((x) => (x >= 20 && x < 40 ? 1 : 0))
  const alpha = wearing(hair, skin, [])
  expect(alpha[60 * 100 + 40]).toBeGreaterThan(0.99)
  expect(alpha[60 * 100 + 17]).toBeCloseTo(0.8)
})

test('a neck below an ear that hair covers stays bare', () => {
  const hair = plane((x, y) => (x < 4 || (x >= (y < 77 ? 79 : 74) && x < 96) ? 1 : 0))
  const skin = plane((x, y) => (x >= 20 && x < (y < 77 ? 85 : 74) ? 1 : 0))
  const oval = [
    ...[
      { x: 20, y: 0 },
      { x: 77, y: 0 },
      { x: 77, y: 75 },
    ],
    ...[
      { x: 50, y: 98 },
      { x: 20, y: 75 },
    ],
  ]
  const alpha = wearing(hair, skin, oval)
  expect(alpha[60 * 100 + 78]).toBe(1)
  expect(alpha[83 * 100 + 72]).toBe(0)
})

/** A face 120 pixels wide up to column 138, its eyes in row 100; hair to its left encloses what lies between. */
function besideFace(isHair: (x: number, y: number) => boolean) {
  const size = { width: 200, height: 200 }
  const plane = (of: (x: number, y: number) => number) =>
    Float32Array.from({ length: 40_000 }, (_, n) => of(n % 200, Math.floor(n / 200)))
  const isThere = (x: number, y: number) => isHair(x, y) || x < 20
  const alpha = plane((x, y) => (isThere(x, y) ? 1 : 0))
  const colour = () => plane((x, y) => (isThere(x, y) ? 80 : 0))
  const layer = { ...size, alpha, red: colour(), green: colour(), blue: colour() }
  const person = plane((x) => (x >= 20 && x < 138 ? 1 : 0))
  const wearer = {
    picture: size,
    frame: {
      faceWidth: 120,
      centre: { x: 80, y: 100 },
      chin: 0.7,
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
      oval: [],
    },
    hair: { alpha: new Float32Array(40_000) },
    regions: {
      person,
      skin: person,
      cloth: person,
      hair: person,
      grid: { area: { left: 0, top: 0, ...size }, scale: 1, ...size },
    },
  } as unknown as Head
  closeGaps(wearer, layer)
  return { layer, at: (x: number, y: number) => y * 200 + x }
}

test('a gap beside a cheek ends above in a slope and no step', () => {
  // The hair's edge lies five pixels further out from a quarter of the face's width above the eyes on.
  const { layer, at } = besideFace((x, y) => x < 180 && x >= (y < 72 ? 138 : 143))
  const closed = (y: number) =>
    [138, 139, 140, 141, 142].filter((x) => layer.alpha[at(x, y)]! > 0.5)
  expect(closed(130).length).toBe(5)
  // Right below the corner most of it is closed too.
  expect(closed(74).length).toBeGreaterThan(2)
})

test('what is closed has hair’s colour up to its softest pixel', () => {
  const { layer } = besideFace((x) => x < 180 && x >= 143)
  const dark = layer.alpha.map((share, n) => (share > 0.01 && layer.red[n]! < 55 ? 1 : 0))
  expect(dark.reduce((sum, one) => sum + one, 0)).toBe(0)
})
