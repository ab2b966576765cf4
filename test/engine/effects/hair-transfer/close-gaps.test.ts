import { expect, test } from 'vitest'
import { closeGaps } from '../../../../engine/effects/hair-transfer/close-gaps.ts'
import type { Head } from '../../../../engine/effects/hair-transfer/head.ts'

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
      ...{ faceWidth: 60, centre: { x: 15, y: 10 } },
      ...{ across: { x: 1, y: 0 }, up: { x: 0, y: -1 }, oval: [] },
    },
    hair: { alpha: new Float32Array(3600) },
    regions: {
      ...{ person, skin: person, cloth: person, hair: person },
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
      ...{ faceWidth: 60, centre: corner(50, 50), oval },
      ...{ across: corner(1, 0), up: corner(0, -1) },
    },
    hair: { alpha: new Float32Array(10_000) },
    regions: {
      ...{
        person: columns(20, 85),
        skin: columns(20, 85),
        cloth: columns(0, 0),
        hair: columns(0, 0),
      },
      grid: { area: { left: 0, top: 0, ...size }, scale: 1, ...size },
    },
  } as unknown as Head
  closeGaps(wearer, layer)
  expect(alpha[60 * 100 + 78]).toBe(share)
  expect(alpha[60 * 100 + 70]).toBe(0)
})
