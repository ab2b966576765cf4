import { describe, expect, it } from 'vitest'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { buildPyramid } from '../../../../engine/vision/input/pyramid.ts'
import { sampleRoi } from '../../../../engine/vision/input/sample-roi.ts'

function picture(
  width: number,
  height: number,
  colour: (x: number, y: number) => [number, number, number, number],
): Picture {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) {
    data.set(colour(at % width, Math.floor(at / width)), at * 4)
  }
  return { width, height, data }
}
const BYTES = { low: 0, high: 255 }

describe('sampleSquare', () => {
  const source = picture(8, 8, (x, y) => [x * 10, y * 10, 7, 255])
  const pyramid = buildPyramid(source)

  it('of the picture itself gives its pixels', () => {
    const input = sampleRoi(pyramid, { x: 4, y: 4, side: 8, angle: 0 }, 8, BYTES)
    for (let at = 0; at < 64; at++) {
      expect(input[at * 3]).toBeCloseTo((at % 8) * 10, 3)
      expect(input[at * 3 + 1]).toBeCloseTo(Math.floor(at / 8) * 10, 3)
    }
  })

  it('turned by a quarter shows the picture turned back', () => {
    const input = sampleRoi(pyramid, { x: 4, y: 4, side: 8, angle: Math.PI / 2 }, 8, BYTES)
    expect(input[0]).toBeCloseTo(70, 3)
    expect(input[1]).toBeCloseTo(0, 3)
    expect(input[7 * 3 + 1]).toBeCloseTo(70, 3)
  })

  it('scales bytes to the range and is black outside', () => {
    const input = sampleRoi(pyramid, { x: 0, y: 4, side: 8, angle: 0 }, 8, { low: -1, high: 1 })
    expect(input[0]).toBe(-1)
    expect(input[7 * 3]).toBeCloseTo((30 / 255) * 2 - 1, 5)
  })

  it('far smaller than the picture is a mean, not single pixels', () => {
    const checks = picture(1024, 1024, (x, y) =>
      (x + y) % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255],
    )
    const roi = { x: 512, y: 512, side: 1024, angle: 0.3 }
    const input = sampleRoi(buildPyramid(checks), roi, 64, BYTES)
    const middle = input.subarray((32 * 64 + 20) * 3, (32 * 64 + 40) * 3)
    for (const value of middle) expect(Math.abs(value - 127.5)).toBeLessThan(2)
  })
})

describe('buildPyramid', () => {
  it('lets grey through transparent pixels and does not touch the picture', () => {
    const glass = picture(4, 4, () => [255, 0, 100, 0])
    const [flat] = buildPyramid(glass)
    expect([...flat.data.subarray(0, 4)]).toEqual([128, 128, 128, 255])
    expect(glass.data[0]).toBe(255)
  })

  it('of an opaque picture starts with its own pixels, uncopied', () => {
    const source = picture(300, 200, () => [1, 2, 3, 255])
    const levels = buildPyramid(source)
    expect(levels[0].data).toBe(source.data)
    expect(levels.map(({ width }) => width)).toEqual([300, 150])
  })
})
