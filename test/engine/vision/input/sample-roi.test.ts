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

describe('sampleRoi', () => {
  const source = picture(8, 8, (x, y) => [x * 10, y * 10, 7, 255])
  const pyramid = buildPyramid(source)

  it('returns the pixels of the picture for the picture itself', () => {
    const input = sampleRoi(pyramid, { x: 4, y: 4, side: 8, angle: 0 }, 8, BYTES)
    for (let at = 0; at < 64; at++) {
      expect(input[at * 3]).toBeCloseTo((at % 8) * 10, 3)
      expect(input[at * 3 + 1]).toBeCloseTo(Math.floor(at / 8) * 10, 3)
    }
  })

  it('shows the picture rotated back for a region rotated by a quarter', () => {
    const input = sampleRoi(pyramid, { x: 4, y: 4, side: 8, angle: Math.PI / 2 }, 8, BYTES)
    expect(input[0]).toBeCloseTo(70, 3)
    expect(input[1]).toBeCloseTo(0, 3)
    expect(input[7 * 3 + 1]).toBeCloseTo(70, 3)
  })

  it('scales levels to the range, and is black outside the picture', () => {
    const input = sampleRoi(pyramid, { x: 0, y: 4, side: 8, angle: 0 }, 8, { low: -1, high: 1 })
    expect(input[0]).toBe(-1)
    expect(input[7 * 3]).toBeCloseTo((30 / 255) * 2 - 1, 5)
  })

  it('averages pixels when the input is far smaller than the picture', () => {
    const checks = picture(1024, 1024, (x, y) =>
      (x + y) % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255],
    )
    const roi = { x: 512, y: 512, side: 1024, angle: 0.3 }
    const input = sampleRoi(buildPyramid(checks), roi, 64, BYTES)
    const middle = input.subarray((32 * 64 + 20) * 3, (32 * 64 + 40) * 3)
    for (const value of middle) expect(Math.abs(value - 127.5)).toBeLessThan(2)
  })
})
