import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { rootInOwnHair } from '../../../../../engine/effects/hair-transfer/strands/root-in-own-hair.ts'
import { hasShortSides } from '../../../../../engine/effects/hair-transfer/strands/short-sides.ts'
import { OWN_ROOTS, OWN_SIDES } from '../../../../../engine/effects/hair-transfer/tuning.ts'

const SIZE = { width: 240, height: 260 }
const COUNT = SIZE.width * SIZE.height
const OWN = 40
const SKIN = 200
const NEW = 120
const LINE = 0.5
const at = (u: number, v: number) =>
  Math.round(150 - 100 * v) * SIZE.width + Math.round(120 + 100 * u)
const plane = (of: (u: number, v: number) => number) =>
  Float32Array.from({ length: COUNT }, (_, n) =>
    of(((n % SIZE.width) - 120) / 100, (150 - Math.floor(n / SIZE.width)) / 100),
  )

const SHORT = { cut: { by: 'length' }, comb: 'up', overEars: false } as never
const HANGING = { cut: { by: 'hem' }, comb: 'part', overEars: true } as never

/** A face a hundred pixels wide with dark hair above it and beside it, down to a height; it thins out at its line. */
function wearer(lowest: number): Head {
  const share = (u: number, v: number) =>
    v < lowest || Math.abs(u) > 0.6
      ? 0
      : Math.abs(u) > 0.45 && v < 0.3
        ? 1
        : Math.min(1, Math.max(0, (Math.hypot(u, v) - LINE) / 0.04))
  const alpha = plane(share)
  const data = new Uint8ClampedArray(4 * COUNT)
  for (let n = 0; n < COUNT; n++) data.fill(SKIN + alpha[n]! * (OWN - SKIN), 4 * n, 4 * n + 3)
  return {
    picture: { ...SIZE, data },
    face: { landmarks: [] },
    frame: {
      faceWidth: 100,
      centre: { x: 120, y: 150 },
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
      oval: [{ x: 120, y: 105 }],
    },
    hair: {
      ...SIZE,
      alpha,
      red: plane(() => OWN),
      green: plane(() => OWN),
      blue: plane(() => OWN),
    },
    regions: { grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE } },
  } as unknown as Head
}

/** Strands that begin well before the hairline and reach out beyond the sides. */
function rooted(style = SHORT, lowest = -0.2) {
  const alpha = plane((u, v) => (v > -0.2 && Math.hypot(u, v) > LINE - 0.04 ? 1 : 0))
  const layer = {
    ...SIZE,
    alpha,
    red: plane(() => NEW),
    green: plane(() => NEW),
    blue: plane(() => NEW),
  }
  const head = wearer(lowest)
  rootInOwnHair(head, layer, style, {
    hairline: () => LINE,
    staysAtSides: hasShortSides(head, style),
  })
  return { stays: new Float32Array(), ...layer }
}

test('hair begins where the wearer’s own does, as softly, in the new colour', () => {
  const { alpha, red, stays } = rooted()
  expect(alpha[at(0, LINE - 0.02)]).toBeLessThan(0.05)
  // Half of it is skin there, as before.
  expect(red[at(0, LINE + 0.02)]).toBeGreaterThan(NEW + 0.3 * (SKIN - NEW))
  expect(red[at(0, LINE + 0.02)]).toBeLessThan(NEW + 0.8 * (SKIN - NEW))
  expect(alpha[at(0, LINE + OWN_ROOTS.drawn.to + 0.02)]).toBeGreaterThan(0.95)
  expect(red[at(0, LINE + OWN_ROOTS.drawn.to + 0.02)]).toBeCloseTo(NEW, 0)
  expect(stays[at(0, LINE + OWN_ROOTS.band.from)]).toBeGreaterThan(0.9)
  expect(stays[at(0, LINE + OWN_ROOTS.band.to + 0.01)]).toBe(0)
})

test('short hair at the sides stays in its shape, in the new colour', () => {
  const { alpha, red, stays } = rooted()
  expect(stays[at(0.5, 0)]).toBe(1)
  expect(alpha[at(0.5, 0)]).toBeGreaterThan(0.99)
  expect(red[at(0.5, 0)]).toBeCloseTo(NEW, 0)
  expect(stays[at(0.63, 0)]).toBe(1)
  expect(stays[at(0.5, OWN_SIDES.top.to)]).toBe(0)
})

test('hair that hangs below the ears does not stay under a short cut', () => {
  const { stays } = rooted(SHORT, OWN_SIDES.low - 0.1)
  expect(stays[at(0.5, 0)]).toBe(0)
  expect(rooted(SHORT, OWN_SIDES.low + 0.02).stays[at(0.5, 0)]).toBe(1)
})

test('hair that hangs over the forehead has no line there', () => {
  const { alpha, stays } = rooted(HANGING)
  expect(alpha[at(0, LINE - 0.02)]).toBeCloseTo(1, 5)
  expect(stays).toHaveLength(0)
})
