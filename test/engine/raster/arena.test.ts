import { describe, expect, test } from 'vitest'
import {
  allocPlane,
  allocZeroPlane,
  copyInto,
  copyPlane,
  toArena,
  withArena,
} from '../../../engine/raster/arena.ts'

const LENGTH = 1001

describe.each([
  ['in a room', withArena],
  ['without one', (work: () => void) => work()],
])('%s', (_, open) => {
  test('a plane of zeros has nothing of what was there before', () => {
    open(() => withArena(() => allocPlane(2 * LENGTH).fill(7)))
    open(() => expect(allocZeroPlane(LENGTH).every((value) => value === 0)).toBe(true))
  })

  test('a copy has the same numbers and is a plane of its own', () => {
    open(() => {
      const plane = allocPlane(LENGTH).map((_, i) => i)
      const copy = copyPlane(plane)
      expect(copy).toEqual(plane)
      copy[0] = 5
      expect(plane[0]).toBe(0)
    })
  })

  test('copied numbers leave what is behind them', () => {
    open(() => {
      const plane = allocZeroPlane(LENGTH).fill(1)
      const part = allocZeroPlane(LENGTH - 2).fill(2)
      copyInto(plane, part)
      expect([...plane.subarray(LENGTH - 3)]).toEqual([2, 1, 1])
    })
  })
})

test('planes are of the room however often its memory grew', () => {
  for (const length of [1 << 16, 1 << 20, 1 << 21]) {
    withArena(() => {
      allocPlane(length)
      const plane = allocZeroPlane(LENGTH)
      expect(toArena(plane)).toBe(plane)
      expect(toArena(copyPlane(plane)).buffer).toBe(plane.buffer)
    })
  }
})
