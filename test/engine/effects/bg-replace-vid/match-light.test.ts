import { expect, test } from 'vitest'
import { matchLight, meanLevels } from '../../../../engine/effects/bg-replace-vid/match-light.ts'

const GREY = { y: 116, u: 128, v: 128 }

test('people become lighter or darker by 0.12 of what the backgrounds differ, at most a gain of 0.1', () => {
  const bend = (y: number, old = GREY) => matchLight(old, { ...GREY, y }).luma.bend
  // The parabola bends the middle as a gamma of the gain does.
  const bent = (gain: number) =>
    Math.round((32_768 * 219 * (0.5 ** (1 / (1 + gain)) - 0.5)) / 109.5 ** 2)
  expect(bend(116)).toBe(0)
  expect(bend(156)).toBe(bent(0.12 * 0.4))
  expect(bend(116 + 75)).toBe(bent(0.09))
  expect(bent(0.09)).toBeLessThan(bent(0.1))
  expect([bend(116 + 84), bend(235)]).toEqual([bent(0.1), bent(0.1)])
  expect(bend(16)).toBe(bent(-0.1))
  // A dark background counts as one 32 levels above black.
  expect(bend(36, { ...GREY, y: 26 })).toBe(bent((0.12 * 10) / 32))
})

test('they take on 0.12 of the tint, at most five levels', () => {
  const tint = (u: number) => matchLight(GREY, { ...GREY, u }).u
  expect(tint(145)).toEqual({ shift: 2, bend: 0 })
  expect(tint(165)).toEqual({ shift: 4, bend: 0 })
  expect(tint(171)).toEqual({ shift: 5, bend: 0 })
  expect(tint(255)).toEqual({ shift: 5, bend: 0 })
  expect(tint(0).shift).toBe(-5)
  expect(matchLight(GREY, { ...GREY, v: 145 }).v.shift).toBe(2)
})

test('mean levels are those of the cells that belong, or of all where none does', () => {
  const cells = {
    y: Uint8Array.of(10, 20, 60),
    u: Uint8Array.of(1, 2, 6),
    v: Uint8Array.of(3, 3, 9),
  } as unknown as Parameters<typeof meanLevels>[0]
  expect(meanLevels(cells, (at) => at < 2)).toEqual({ y: 15, u: 1.5, v: 3 })
  expect(meanLevels(cells, () => false)).toEqual({ y: 30, u: 3, v: 5 })
})
