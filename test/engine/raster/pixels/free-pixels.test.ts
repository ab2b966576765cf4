import { expect, it } from 'vitest'
import { freePixels } from '../../../../engine/raster/pixels/free-pixels.ts'

it('leaves no pixels of a picture with a buffer of its own', () => {
  const data = new Uint8ClampedArray(8 * 4 * 4).fill(7)
  const other = new Uint8ClampedArray(data.buffer)
  freePixels(data)
  expect([data.length, other.length]).toEqual([0, 0])
})

it('leaves pixels that share a buffer as they are', () => {
  const buffer = new ArrayBuffer(8 * 4 * 4 + 16)
  const data = new Uint8ClampedArray(buffer, 16).fill(7)
  freePixels(data)
  const shared = new Uint8ClampedArray(new SharedArrayBuffer(8 * 4 * 4)).fill(7)
  freePixels(shared)
  expect([data.length, shared.length]).toEqual([128, 128])
  expect(new Set([...data, ...shared])).toEqual(new Set([7]))
})
