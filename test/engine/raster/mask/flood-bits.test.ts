import { expect, test } from 'vitest'
import {
  addRuns,
  bitsAbove,
  bitsOfBytes,
  emptyBits,
  hasBit,
} from '../../../../engine/raster/mask/bit-mask.ts'
import { borderBits, floodBits, waysOver } from '../../../../engine/raster/mask/flood-bits.ts'
import { noise } from '../simd/arena-values.ts'

const HEIGHT = 29

/** The same flood by pixels. */
function flooded(
  seeds: Uint8Array,
  open: Uint8Array,
  { across, down }: { across: Float32Array; down: Float32Array },
  width: number,
): Uint8Array {
  const mask = seeds.slice()
  const due = [...mask.keys()].filter((at) => mask[at] === 1)
  const enter = (to: number, jump: number): void => {
    if (jump > 0 || mask[to] === 1 || open[to] === 0) return
    mask[to] = 1
    due.push(to)
  }
  for (let at = due.pop(); at !== undefined; at = due.pop()) {
    if (at % width > 0) enter(at - 1, across[at]!)
    if ((at + 1) % width > 0) enter(at + 1, across[at + 1]!)
    if (at >= width) enter(at - width, down[at]!)
    if (at + width < mask.length) enter(at + width, down[at + width]!)
  }
  return mask
}

test.each([1, 31, 32, 33, 70])(
  'a flood of a mask %i pixels wide goes where one by pixels goes',
  (width) => {
    const size = { width, height: HEIGHT }
    for (const seed of [1, 2, 3, 4]) {
      const planes = [0, 1, 2, 3].map((nth) => noise(width * HEIGHT, 10 * seed + nth, 1))
      const [open, across, down, seeds] = [
        Uint8Array.from(planes[0]!, (value) => (value > -0.6 ? 1 : 0)),
        planes[1]!.map((value) => value - 0.55),
        planes[2]!.map((value) => value - 0.55),
        Uint8Array.from(planes[3]!, (value) => (value > 0.98 ? 1 : 0)),
      ] as const
      const mask = bitsOfBytes(seeds, size)
      floodBits(mask, waysOver(bitsOfBytes(open, size), { across, down }, 0))
      const expected = flooded(seeds, open, { across, down }, width)
      expect(Uint8Array.from(expected, (_, at) => Number(hasBit(mask, at)))).toEqual(expected)
    }
  },
)

test.each([1, 5, 32, 40])(
  'the border of a mask %i pixels wide is its outermost pixels',
  (width) => {
    const size = { width, height: 4 }
    const border = borderBits(bitsAbove(new Float32Array(4 * width).fill(1), size, 0))
    for (let at = 0; at < 4 * width; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const isOutermost = x === 0 || y === 0 || x === width - 1 || y === 3
      expect(hasBit(border, at)).toBe(isOutermost)
    }
  },
)

test('runs are added to a mask', () => {
  const mask = emptyBits({ width: 40, height: 2 })
  addRuns(mask, Int32Array.of(30, 35, 79, 80))
  const set = Array.from({ length: 80 }, (_, at) => at).filter((at) => hasBit(mask, at))
  expect(set).toEqual([30, 31, 32, 33, 34, 79])
})
