import { expect, it } from 'vitest'
import { buildPyramid } from '../../../../engine/vision/input/pyramid.ts'

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
