import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { ADD_DELTA_ROW, PACK_DELTA_ROW } from '../../../../engine/raster/simd/delta-rows.ts'
import { FIXED_ONE } from '../../../../engine/raster/simd/fixed-point.ts'
import { allocPixels, LENGTHS, noise, planeOf } from './arena-values.ts'

/** Deltas of a level are counted in so many parts. */
const UNITS = 128

/** A row of packed deltas in the open arena: four 16-bit values a pixel. */
function packed(count: number, seed: number, size: number) {
  const [red, green, blue] = [1, 2, 3].map((nth) => planeOf(noise(count, seed + nth, size)))
  const room = allocPlane(2 * count + 8)
  const addresses = [room, red!, green!, blue!].map(({ byteOffset }) => byteOffset)
  const [to, r, g, b] = addresses as [number, number, number, number]
  instantiateKernel(PACK_DELTA_ROW)(to, r, g, b, Math.ceil(count / 4))
  const deltas = new Int16Array(room.buffer, room.byteOffset, 4 * count)
  return { address: room.byteOffset, deltas, planes: [red!, green!, blue!] }
}

const toUnits = (levels: number): number => Math.min(32_767, Math.max(-32_768, levels * UNITS))

test.each(LENGTHS)('%i deltas are packed as whole parts of a level, without alpha', (count) => {
  if (count === 0) return
  withArena(() => {
    // Some are more than sixteen bits have room for.
    const { deltas, planes } = packed(count, count, 300)
    for (let i = 0; i < count; i++) {
      for (const [nth, plane] of planes.entries()) {
        expect(Math.abs(deltas[4 * i + nth]! - toUnits(plane[i]!))).toBeLessThanOrEqual(0.5)
      }
      expect(deltas[4 * i + 3]).toBe(0)
    }
  })
})

test.each(LENGTHS)('a row of %i pixels is moved by what lies between two rows', (count) => {
  if (count === 0) return
  const addDeltaRow = instantiateKernel(ADD_DELTA_ROW)
  for (const [start, step, down] of [
    [0, 0.25, 0],
    [0.4, 0.3, 0.75],
    [1.9, 1, 0.5],
  ] as const) {
    withArena(() => {
      const places = Math.ceil(start + step * count) + 3
      const [upper, lower] = [packed(places, 10, 90), packed(places, 20, 90)]
      const pixels = allocPixels(count + 1)
      const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, 4 * count)
      bytes.set(noise(4 * count, count, 127).map((value) => value + 127))
      const before = bytes.slice()
      const scratch = allocPlane(2 * (places + 4))
      const positions = [start, step, down].map((value) => Math.round(value * FIXED_ONE))
      const [x, by, part] = positions as [number, number, number]
      addDeltaRow(
        ...([pixels.byteOffset, scratch.byteOffset, upper.address, lower.address] as const),
        ...([count, x, by, part] as const),
      )
      for (let i = 0; i < 4 * count; i++) {
        const at = start + step * (i >> 2)
        const [left, share] = [Math.floor(at), at - Math.floor(at)]
        const between = (row: Int16Array): number => {
          const value = (place: number): number => row[4 * place + (i % 4)]!
          return value(left) * (1 - share) + value(left + 1) * share
        }
        const delta = (between(upper.deltas) * (1 - down) + between(lower.deltas) * down) / UNITS
        const expected = Math.min(255, Math.max(0, before[i]! + delta))
        // Sixteen bits leave some parts of a level for rounding.
        expect(Math.abs(bytes[i]! - expected)).toBeLessThan(0.54)
        if (i % 4 === 3) expect(bytes[i]).toBe(before[i])
      }
    })
  }
})
