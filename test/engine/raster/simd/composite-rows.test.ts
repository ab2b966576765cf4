import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import {
  COMPOSITE_COLOUR_ROWS,
  COMPOSITE_LUMA_ROWS,
} from '../../../../engine/raster/simd/composite-rows.ts'
import { LENGTHS, noise } from './arena-values.ts'

const SPREAD = 60

/** The levels beside an edge, `old` and `own`, are of eight pixels of luma each. */
type Rows = Record<'behind' | 'from' | 'alpha' | 'old' | 'own', ArrayLike<number>>

function composited(rows: Rows, shift: number, bend: number, step: 1 | 2 = 1): number[] {
  const count = rows.from.length
  return withArena(() => {
    const bytes = (values: ArrayLike<number>): Uint8ClampedArray => {
      const row = allocBytes(values.length + 16)
      row.set(values)
      return row
    }
    const to = bytes(rows.behind)
    const [from, alpha, old, own] = [rows.from, rows.alpha, rows.old, rows.own].map((values) =>
      addressOf(bytes(values)),
    )
    instantiateKernel(step === 1 ? COMPOSITE_LUMA_ROWS : COMPOSITE_COLOUR_ROWS)(
      ...([addressOf(to), from!, count, alpha!, step * count, old!, own!] as const),
      ...([SPREAD, shift, bend, Math.ceil(count / 8), 1] as const),
    )
    return [...to.subarray(0, count)]
  })
}

function expected({ behind, from, alpha, old, own }: Rows, at: number, change: number): number {
  const share = ((alpha[at]! + 1) >> 1) / 128
  const [level, beside, before] = [from[at]!, own[at >> 3]!, old[at >> 3]!]
  if (share === 1) return level + change
  const person = level - (1 - share) * (before || level)
  const least = share * Math.max(16, beside - SPREAD)
  const most = share * (beside ? Math.min(240, beside + SPREAD) : 240)
  return Math.min(most, Math.max(least, person)) + (1 - share) * behind[at]! + share * change
}

test.each(LENGTHS.slice(1))('%i pixels change their background', (count) => {
  const levels = (seed: number): Uint8Array =>
    Uint8Array.from(noise(count, seed, 109), (value) => 126 + value)
  const some = (seed: number): Uint8Array =>
    levels(seed).map((value, at) => (at % 3 === 0 ? 0 : value))
  const alpha = Uint8Array.from({ length: count }, (_, at) => [0, 255, 90, 200, 13][at % 5]!)
  const rows = { behind: levels(1), from: levels(2), alpha, old: some(3), own: some(4) }
  for (const shift of [0, -5]) {
    const made = composited(rows, shift, 0)
    for (let at = 0; at < count; at++) {
      const whole = Math.min(255, Math.max(0, expected(rows, at, shift)))
      expect(Math.abs(made[at]! - whole)).toBeLessThan(1.01)
    }
  }
  // Where nobody is, the background keeps its levels exactly.
  const nobody = { ...rows, alpha: new Uint8Array(count) }
  expect(composited(nobody, 4, 30)).toEqual([...rows.behind])
})

test('a plane of colour has the alphas of every second pixel of luma', () => {
  const count = 21
  const each = Uint8Array.from(noise(count, 7, 127), (value) => 128 + value)
  const alpha = new Uint8Array(2 * count + 1).fill(77)
  each.forEach((value, at) => {
    alpha[2 * at] = value
  })
  const row = (level: number): Uint8Array => new Uint8Array(count).fill(level)
  const rows = { behind: row(40), from: row(180), old: row(100), own: row(170) }
  const luma = composited({ ...rows, alpha: each }, 0, 0)
  expect(composited({ ...rows, alpha }, 0, 0, 2)).toEqual(luma)
})

test('each row of a rectangle has its own pixels and alphas', () => {
  const [stride, count, rows] = [30, 24, 3]
  const made = withArena(() => {
    const bytes = (value: (at: number) => number): Uint8ClampedArray => {
      const plane = allocBytes(stride * rows)
      for (let at = 0; at < plane.length; at++) plane[at] = value(at)
      return plane
    }
    const to = bytes(() => 50)
    const [from, alpha] = [bytes((at) => at), bytes((at) => (at < 2 * stride ? 255 : 0))]
    const unknown = addressOf(bytes(() => 0))
    instantiateKernel(COMPOSITE_LUMA_ROWS)(
      ...([addressOf(to), addressOf(from), stride, addressOf(alpha), stride] as const),
      ...([unknown, unknown, SPREAD, 0, 0, count / 8, rows] as const),
    )
    return [...to]
  })
  for (const [at, level] of made.entries()) {
    const isPeople = at % stride < count && at < 2 * stride
    expect(level).toBe(isPeople ? at : 50)
  }
})
