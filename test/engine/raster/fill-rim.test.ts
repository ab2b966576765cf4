import { expect, test } from 'vitest'
import { fillRim } from '../../../engine/raster/fill/fill-rim.ts'
import type { Picture } from '../../../engine/raster/picture.ts'

/** Horizontal stripes with a vertical bar every 25 pixels. */
function striped(width: number, height: number): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) {
    const x = i % width
    const y = Math.floor(i / width)
    const light = x % 25 < 3 ? 220 : y % 12 < 4 ? 160 : 90
    data.fill(light, i * 4, i * 4 + 3)
  }
  return { width, height, data }
}

test('a covered rim is filled with the pattern beside it, and nothing else is touched', () => {
  const truth = striped(200, 160)
  const covered = { ...truth, data: new Uint8ClampedArray(truth.data) }
  const hidden = new Uint8Array(200 * 160)
  const wanted = new Uint8Array(200 * 160)
  for (let i = 0; i < hidden.length; i++) {
    const x = i % 200
    if (x < 88 || x >= 130) continue
    hidden[i] = 1
    covered.data.set([255, 0, 0], i * 4)
    if (x < 98) wanted[i] = 1
  }
  const filled = fillRim(covered, hidden, wanted, 10)
  let wrong = 0
  for (let i = 0; i < hidden.length; i++) {
    const off = Math.abs(filled.data[i * 4]! - truth.data[i * 4]!)
    if (!hidden[i]) expect(off).toBe(0)
    else if (!wanted[i]) expect(filled.data[i * 4]).toBe(255)
    else if (off > 20) wrong++
  }
  expect(wrong / (10 * 160)).toBeLessThan(0.05)
  expect(fillRim(covered, hidden, wanted, 10).data).toEqual(filled.data)
})

test('with nothing known the fill ends and leaves what it cannot know', () => {
  const picture = striped(64, 64)
  const all = new Uint8Array(64 * 64).fill(1)
  expect(fillRim(picture, all, all, 8).width).toBe(64)
})
