import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { BLEND_ROW } from '../../../../engine/raster/simd/blend-row.ts'
import { FIXED_ONE } from '../../../../engine/raster/simd/fixed-point.ts'
import { LENGTHS, noise, planeOf } from './arena-values.ts'

const [START, STEP, DOWN] = [0.25, 0.5, 0.75]

/** The change at the k-th place of a row: levels added to red, green and blue, and the opacity of the new pixel. */
type Change = (k: number) => readonly [number, number, number, number]

/** What becomes of `count` pixels, all of the same colours, or of those that are given. */
function blended(
  below: readonly number[] | Uint8Array,
  over: readonly number[] | Uint8Array,
  upper: Change,
  lower: Change,
  count = 11,
): number[] {
  return withArena(() => {
    const [to, above] = [allocBytes(4 * count + 16).fill(99), allocBytes(4 * count)]
    for (let i = 0; i < 4 * count; i++) {
      to[i] = below[i % below.length]!
      above[i] = over[i % over.length]!
    }
    // A place more than is read.
    const places = Array.from({ length: Math.ceil(START + STEP * count) + 2 }, (_, k) => k)
    const [first, second] = [planeOf(places.flatMap(upper)), planeOf(places.flatMap(lower))]
    instantiateKernel(BLEND_ROW)(
      ...([addressOf(to), addressOf(above), addressOf(first), addressOf(second)] as const),
      ...([count, START * FIXED_ONE, STEP * FIXED_ONE, DOWN * FIXED_ONE] as const),
    )
    expect(to.subarray(4 * count).every((value) => value === 99)).toBe(true)
    return [...to.subarray(0, 4 * count)]
  })
}

function pixelsOf(bytes: readonly number[]): number[][] {
  return Array.from({ length: bytes.length / 4 }, (_, n) => bytes.slice(4 * n, 4 * n + 4))
}

test('an opaque pixel has the new colour, changed, and the alpha of the old one', () => {
  const change: Change = () => [5, -10, 300, 1]
  for (const pixel of pixelsOf(blended([10, 20, 30, 77], [100, 110, 120, 255], change, change))) {
    expect(pixel).toEqual([105, 100, 255, 77])
  }
})

test('a transparent pixel leaves the old one', () => {
  const change: Change = () => [50, 50, 50, 0]
  for (const pixel of pixelsOf(blended([10, 20, 30, 77], [100, 110, 120, 255], change, change))) {
    expect(pixel).toEqual([10, 20, 30, 77])
  }
})

test.each(LENGTHS)('the changes of %i pixels are interpolated between places and rows', (count) => {
  if (count === 0) return
  const [below, over] = [5, 6].map((seed) =>
    Uint8Array.from(noise(4 * count, seed, 127), (value) => 127 + value),
  )
  const upper: Change = (k) => [8 * k, -3 * k, 20, (k % 3) / 2]
  const lower: Change = (k) => [16 * k, 0, -20, 0.5]
  const made = blended(below!, over!, upper, lower, count)
  for (let i = 0; i < 4 * count; i++) {
    const at = START + STEP * (i >> 2)
    const [left, share] = [Math.floor(at), at - Math.floor(at)]
    const changeOf = (channel: number): number => {
      const along = (row: Change): number =>
        row(left)[channel]! * (1 - share) + row(left + 1)[channel]! * share
      return along(upper) * (1 - DOWN) + along(lower) * DOWN
    }
    const moved = over![i]! + changeOf(i % 4)
    const mixed = below![i]! + changeOf(3) * (moved - below![i]!)
    const expected = i % 4 === 3 ? below![i]! : Math.min(255, Math.max(0, mixed))
    expect(Math.abs(made[i]! - expected)).toBeLessThanOrEqual(0.501)
  }
})
