import { describe, expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import { betweenColours } from '../../../../engine/raster/colour/between-colours.ts'
import { srgbToLab } from '../../../../engine/raster/colour/lab.ts'
import {
  copyLabPlanes,
  readLabAndLightness,
  readLabPlanes,
} from '../../../../engine/raster/colour/lab-planes.ts'
import { levelPlanes } from '../../../../engine/raster/colour/level-planes.ts'
import { luma, roundedLuma } from '../../../../engine/raster/colour/luma.ts'
import { planeDifference } from '../../../../engine/raster/colour/plane-difference.ts'
import { gridOver, reducePart } from '../../../../engine/raster/colour/reduce-part.ts'
import { sampleGrid } from '../../../../engine/raster/colour/sample-grid.ts'
import { doubleSize, halveSize } from '../../../../engine/raster/filter/half-size.ts'
import { crop, cropMask, cropPlane, paste } from '../../../../engine/raster/pixels/crop.ts'
import { flatten, WHITE } from '../../../../engine/raster/pixels/flatten.ts'
import { isOpaque } from '../../../../engine/raster/pixels/packed-rgba.ts'
import { premultiply, unpremultiplyPixel } from '../../../../engine/raster/pixels/premultiply.ts'
import { sampleBicubic } from '../../../../engine/raster/warp/sample-bicubic.ts'

const SIZE = { width: 7, height: 5 }
const level = (at: number): number => Math.imul(at + 1, 2654435761) >>> 24

/** A picture of all kinds of levels. */
function picture(alpha?: number) {
  const data = Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 4 }, (_, at) =>
    alpha !== undefined && at % 4 === 3 ? alpha : level(at),
  )
  return { ...SIZE, data }
}

const BOX = { left: 2, top: 1, width: 3, height: 4 }

describe('a part', () => {
  test('of a picture, a mask or a plane is what lies in its box', () => {
    const whole = picture()
    const mask = { ...SIZE, data: Uint8Array.from({ length: 35 }, (_, at) => level(at)) }
    const part = crop(whole, BOX)
    const smaller = cropMask(mask, BOX)
    const plane = cropPlane(Float32Array.from(mask.data), SIZE.width, BOX)
    expect([part.width, part.height, smaller.width, smaller.height]).toEqual([3, 4, 3, 4])
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < 3; x++) {
        const at = (1 + y) * 7 + 2 + x
        const to = y * 3 + x
        expect(part.data.slice(to * 4, to * 4 + 4)).toEqual(whole.data.slice(at * 4, at * 4 + 4))
        expect([smaller.data[to], plane[to]]).toEqual([mask.data[at], mask.data[at]])
      }
    }
  })

  test('that is pasted replaces the box alone, and a transparent one makes a picture transparent', () => {
    const whole = picture(255)
    const pasted = paste(whole, crop(picture(7), BOX), 2, 1)
    for (let at = 0; at < 35; at++) {
      const [x, y] = [at % 7, Math.floor(at / 7)]
      const inside = x >= 2 && x < 5 && y >= 1
      expect(pasted.data[at * 4 + 3]).toBe(inside ? 7 : 255)
      expect(pasted.data[at * 4]).toBe(whole.data[at * 4])
    }
    expect([isOpaque(whole), isOpaque(pasted)]).toEqual([true, false])
    expect(isOpaque(paste(whole, crop(whole, BOX), 2, 1))).toBe(true)
  })
})

describe('alpha', () => {
  test('an opaque picture is not laid over anything, another one by its shares', () => {
    const opaque = picture(255)
    expect(flatten(opaque, 255)).toBe(opaque)
    const { data } = flatten(picture(51), 200)
    for (let at = 0; at < data.length; at++) {
      const expected = at % 4 === 3 ? 255 : (level(at) * 51 + 200 * 204) / 255
      expect(Math.abs(data[at]! - expected)).toBeLessThanOrEqual(0.5)
    }
    expect(isOpaque({ data })).toBe(true)
    // Nobody has to look at its pixels again.
    data.fill(0)
    expect(isOpaque({ data })).toBe(true)
    expect(WHITE).toBe(255)
  })

  test('colours are multiplied by alpha, and divided again', () => {
    const { data } = premultiply(picture(102))
    for (let at = 0; at < data.length; at++) {
      const expected = at % 4 === 3 ? 102 : level(at) * 0.4
      expect(Math.abs(data[at]! - expected)).toBeLessThanOrEqual(0.5)
    }
    const divided = (alpha: number) => {
      const pixel = Uint8ClampedArray.of(9, 9, 9, 9, 10, 20, 30, alpha, 9)
      unpremultiplyPixel(pixel, 4)
      return [...pixel]
    }
    expect(divided(51)).toEqual([9, 9, 9, 9, 50, 100, 150, 51, 9])
    expect(divided(255)).toEqual([9, 9, 9, 9, 10, 20, 30, 255, 9])
    expect(divided(0)).toEqual([9, 9, 9, 9, 10, 20, 30, 0, 9])
    expect(divided(1).slice(4, 7)).toEqual([255, 255, 255])
  })
})

describe('colour', () => {
  const area = { left: 1, top: 1, width: 6, height: 4 }
  const grid = { area, scale: 2, width: 3, height: 2 }

  /** The mean level of a block of the grid. */
  function mean(
    whole: ReturnType<typeof picture>,
    column: number,
    row: number,
    c: number,
    side = 2,
  ) {
    let sum = 0
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const at = (1 + row * side + y) * 7 + 1 + column * side + x
        sum += whole.data[at * 4 + c]!
      }
    }
    return sum / side ** 2
  }

  test('planes of Lab are those of the mean colours of blocks', () => {
    const whole = picture(255)
    const lab = readLabPlanes(whole, grid)
    const half = readLabAndLightness(
      whole,
      { area, scale: 1, width: 6, height: 4 },
      { width: 3, height: 2 },
    )
    for (let at = 0; at < 6; at++) {
      const [column, row] = [at % 3, Math.floor(at / 3)]
      const [r, g, b] = [0, 1, 2].map((c) => mean(whole, column, row, c)) as [
        number,
        number,
        number,
      ]
      const expected = srgbToLab(r, g, b)
      for (const axis of ['l', 'a', 'b'] as const) {
        expect(Math.abs(lab[axis][at]! - expected[axis])).toBeLessThan(0.3)
        expect(Math.abs(half.lab[axis][at]! - expected[axis])).toBeLessThan(0.3)
      }
    }
    for (let at = 0; at < 24; at++) {
      const [r, g, b] = [0, 1, 2].map((c) => mean(whole, at % 6, Math.floor(at / 6), c, 1))
      expect(Math.abs(half.light[at]! - srgbToLab(r!, g!, b!).l)).toBeLessThan(0.3)
    }
    const copy = copyLabPlanes(lab)
    expect(copy).toEqual(lab)
    expect(copy.l).not.toBe(lab.l)
  })

  test('the difference of two planes is that of each pixel', () => {
    const found = withArena(() => [
      ...planeDifference(Float32Array.of(9, 7, 5), Float32Array.of(1, 2, 4)),
    ])
    expect(found).toEqual([8, 5, 1])
  })

  test('a part is reduced by the least whole factor, to opaque means', () => {
    expect(gridOver(area, 3)).toEqual({ ...grid })
    expect(gridOver(area, 6)).toEqual({ area, scale: 1, width: 6, height: 4 })
    expect(gridOver(area, 5)).toMatchObject({ scale: 2 })
    // What is left over is a block, too.
    expect(gridOver({ ...area, width: 7, height: 5 }, 4)).toMatchObject({ width: 4, height: 3 })
    expect(gridOver({ ...area, width: 1, height: 9 }, 4)).toMatchObject({
      scale: 3,
      width: 1,
      height: 3,
    })
    expect(gridOver(area, 100)).toMatchObject({ scale: 1 })
    const whole = picture(3)
    const { data, width, height } = reducePart(whole, grid)
    expect([width, height, isOpaque({ data })]).toEqual([3, 2, true])
    for (let at = 0; at < 6; at++) {
      for (let c = 0; c < 3; c++) {
        const expected = mean(whole, at % 3, Math.floor(at / 3), c)
        expect(Math.abs(data[at * 4 + c]! - expected)).toBeLessThanOrEqual(0.5)
      }
      expect(data[at * 4 + 3]).toBe(255)
    }
    data.fill(0)
    expect(isOpaque({ data })).toBe(true)
  })

  test('a grid is sampled at pixels of the picture', () => {
    const plane = Float32Array.of(0, 10, 20, 100, 110, 120)
    // The middle of the first block lies between the first two pixels of the area.
    expect(sampleGrid(plane, grid, 1.5, 1.5)).toBeCloseTo(0, 4)
    expect(sampleGrid(plane, grid, 3.5, 1.5)).toBeCloseTo(10, 4)
    expect(sampleGrid(plane, grid, 2.5, 2.5)).toBeCloseTo(55, 4)
    expect(sampleGrid(plane, grid, 0, 0)).toBeCloseTo(0, 4)
    expect(sampleGrid(plane, grid, 99, 99)).toBeCloseTo(120, 4)
  })

  test('a colour lies between two others by its projection', () => {
    const planes = (...levels: number[]) => levels.map((one) => Float32Array.of(0, one))
    const between = (levels: number[]) =>
      betweenColours(planes(...levels), planes(10, 20, 30), planes(13, 24, 30), 1)
    expect(between([10, 20, 30])).toEqual({ share: 0, apart: 5 })
    expect(between([13, 24, 30]).share).toBeCloseTo(1, 3)
    expect(between([16, 28, 99]).share).toBeCloseTo(2, 3)
    expect(between([7, 16, 30]).share).toBeCloseTo(-1, 3)
    expect(betweenColours(planes(1), planes(2), planes(2), 1)).toEqual({ share: 0, apart: 0 })
    const bluer = betweenColours(planes(10, 20, 32), planes(10, 20, 30), planes(10, 20, 34), 1)
    expect(bluer).toMatchObject({ share: expect.closeTo(0.5, 3), apart: 4 })
    // Of colours that are hardly apart the share is less.
    expect(betweenColours(planes(0.1), planes(0), planes(0.1), 1).share).toBeCloseTo(10 / 11, 3)
  })

  test('levels of a picture are planes of red, green and blue', () => {
    const data = Uint8ClampedArray.from([1, 2, 3, 255, 4, 5, 6, 128, 7, 8, 9, 0])
    const planes = withArena(() => levelPlanes({ data }).map((plane) => [...plane]))
    expect(planes).toEqual([
      [1, 4, 7],
      [2, 5, 8],
      [3, 6, 9],
    ])
  })

  test('luma weighs red, green and blue', () => {
    expect(luma(1, 0, 0)).toBe(0.299)
    expect(luma(0, 1, 0)).toBe(0.587)
    expect(luma(0, 0, 1)).toBe(0.114)
    expect([roundedLuma(1, 0, 0), roundedLuma(0, 1, 0), roundedLuma(0, 0, 1)]).toEqual([
      0.3, 0.6, 0.1,
    ])
  })
})

describe('size', () => {
  const size = { width: 5, height: 3 }
  const half = { width: 3, height: 2 }
  const plane = Float32Array.from({ length: 15 }, (_, at) => level(at))

  test('a plane is halved to the mean of each four, of which the last count twice', () => {
    const found = halveSize(plane, size, half)
    for (let at = 0; at < 6; at++) {
      const [x, y] = [2 * (at % 3), 2 * Math.floor(at / 3)]
      const value = (i: number, j: number) => plane[Math.min(2, y + j) * 5 + Math.min(4, x + i)]!
      const mean = (value(0, 0) + value(1, 0) + value(0, 1) + value(1, 1)) / 4
      expect(found[at]).toBeCloseTo(mean, 3)
    }
  })

  test('a plane is doubled between its values', () => {
    const small = Float32Array.of(0, 4, 8, 40, 44, 48)
    const found = doubleSize(small, half, size)
    const at = (x: number, y: number): number => {
      const [u, v] = [Math.max(0, (x - 0.5) / 2), Math.max(0, Math.min(1, (y - 0.5) / 2))]
      return 4 * Math.min(2, u) + 40 * v
    }
    for (let n = 0; n < 15; n++) expect(found[n]).toBeCloseTo(at(n % 5, Math.floor(n / 5)), 3)
  })
})

test('a bicubic sample is that of its sixteen pixels, edges repeated (Keys 1981)', () => {
  const whole = picture()
  const kernel = (t: number): number => {
    const d = Math.abs(t)
    if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
    return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0
  }
  const out = new Float64Array(4)
  for (const [x, y] of [
    [2, 3],
    [3.3, 1.8],
    [-0.4, -1.6],
    [6.7, 4.9],
    [0.5, 4],
  ] as const) {
    sampleBicubic(whole.data, 7, 5, x, y, out)
    for (let c = 0; c < 4; c++) {
      let expected = 0
      for (let j = Math.floor(y) - 1; j <= Math.floor(y) + 2; j++) {
        for (let i = Math.floor(x) - 1; i <= Math.floor(x) + 2; i++) {
          const at = Math.min(4, Math.max(0, j)) * 7 + Math.min(6, Math.max(0, i))
          expected += kernel(x - i) * kernel(y - j) * whole.data[at * 4 + c]!
        }
      }
      expect(out[c]).toBeCloseTo(expected, 6)
    }
  }
})
