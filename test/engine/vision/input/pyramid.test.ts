import { expect, it } from 'vitest'
import { buildPyramid, ensureLevel, lazyPyramid } from '../../../../engine/vision/input/pyramid.ts'

function noise(width: number, height: number, alpha: number) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at++) {
    data[at] = (at & 3) === 3 ? alpha : Math.imul(at, 2654435761) >>> 24
  }
  return { width, height, data }
}

it('each level holds the rounded means of 2 × 2 pixels of the one before', () => {
  const levels = buildPyramid(noise(517, 301, 255))
  expect(levels).toHaveLength(3)
  for (const [n, level] of levels.slice(1).entries()) {
    const { width, data } = levels[n]!
    expect(level).toMatchObject({ width: width >> 1, height: levels[n]!.height >> 1 })
    const means = level.data.map((_, at) => {
      const [pixel, channel] = [at >> 2, at & 3]
      const [x, y] = [2 * (pixel % level.width), 2 * Math.floor(pixel / level.width)]
      const of = (dx: number, dy: number) => data[((y + dy) * width + x + dx) * 4 + channel]!
      return Math.floor((of(0, 0) + of(1, 0) + of(0, 1) + of(1, 1) + 2) / 4)
    })
    expect(level.data.every((value, at) => value === means[at])).toBe(true)
  }
})

it('flattens transparent pixels onto grey without changing the picture', () => {
  const source = noise(64, 64, 51)
  const before = source.data.slice()
  const [flat] = buildPyramid(source)
  expect(source.data).toEqual(before)
  expect(flat.data[3]).toBe(255)
  expect(flat.data[0]).toBe(Math.round((before[0]! * 51 + 128 * 204) / 255))
})

it('starts with the pixels of an opaque picture, uncopied', () => {
  const source = noise(300, 200, 255)
  const levels = buildPyramid(source)
  expect(levels[0].data).toBe(source.data)
  expect(levels.map(({ width }) => width)).toEqual([300, 150])
})

it('computes the rows of a pending level that regions show, and no others', async () => {
  const whole = noise(256, 1024, 255)
  const [, half, quarter] = buildPyramid(whole)
  let decoded = 0
  const lazy = lazyPyramid({ picture: quarter!, halvings: 2 }, async () => {
    decoded++
    return whole
  })
  const sameRows = (from: number, to: number): boolean =>
    Buffer.from(lazy[1]!.data)
      .subarray(512 * from, 512 * to)
      .equals(Buffer.from(half!.data).subarray(512 * from, 512 * to))
  await ensureLevel(lazy, 2, { y: 500, side: 40 })
  expect(decoded).toBe(0)
  await ensureLevel(lazy, 1, { y: 500, side: 40 })
  expect(sameRows(234, 266)).toBe(true)
  expect([lazy[1]!.data[512 * 200], lazy[1]!.data[512 * 300 + 3]]).toEqual([0, 0])
  // Above, below and beyond the picture.
  for (const y of [300, 800, 1020, -30]) await ensureLevel(lazy, 1, { y, side: 60 })
  expect(sameRows(0, 512)).toBe(true)
  expect(decoded).toBe(1)
})
