import { describe, expect, test } from 'vitest'
import {
  copyNumbers,
  copyPlane,
  inPlaneRoom,
  inRoom,
  takePlane,
  zeroPlane,
} from '../../../engine/raster/plane-room.ts'

const LENGTH = 1001

describe.each([
  ['in a room', inPlaneRoom],
  ['without one', (work: () => void) => work()],
])('%s', (_, open) => {
  test('a plane of zeros has nothing of what was there before', () => {
    open(() => inPlaneRoom(() => takePlane(2 * LENGTH).fill(7)))
    open(() => expect(zeroPlane(LENGTH).every((value) => value === 0)).toBe(true))
  })

  test('a copy has the same numbers and is a plane of its own', () => {
    open(() => {
      const plane = takePlane(LENGTH).map((_, i) => i)
      const copy = copyPlane(plane)
      expect(copy).toEqual(plane)
      copy[0] = 5
      expect(plane[0]).toBe(0)
    })
  })

  test('copied numbers leave what is behind them', () => {
    open(() => {
      const plane = zeroPlane(LENGTH).fill(1)
      const part = zeroPlane(LENGTH - 2).fill(2)
      copyNumbers(plane, part)
      expect([...plane.subarray(LENGTH - 3)]).toEqual([2, 1, 1])
    })
  })
})

test('planes are of the room however often its memory grew', () => {
  for (const length of [1 << 16, 1 << 20, 1 << 21]) {
    inPlaneRoom(() => {
      takePlane(length)
      const plane = zeroPlane(LENGTH)
      expect(inRoom(plane)).toBe(plane)
      expect(inRoom(copyPlane(plane)).buffer).toBe(plane.buffer)
    })
  }
})
