import { describe, expect, it } from 'vitest'
import { layBack } from '../../../engine/generate/lay-back.ts'
import type { Box } from '../../../engine/geometry/box.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

const SIZE = { width: 160, height: 120 }
const WHOLE: Box = { left: 0, top: 0, ...SIZE }
const HOLE: Box = { left: 50, top: 30, width: 60, height: 60 }

function draw(colourAt: (x: number, y: number) => readonly [number, number, number]): Picture {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(255)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) data.set(colourAt(x, y), 4 * (y * SIZE.width + x))
  }
  return { ...SIZE, data }
}

function isIn({ left, top, width, height }: Box, x: number, y: number): boolean {
  return x >= left && y >= top && x < left + width && y < top + height
}

function maskOf(box: Box, share = 255): Mask {
  const data = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) if (isIn(box, x, y)) data[y * SIZE.width + x] = share
  }
  return { ...SIZE, data }
}

const ramp = (x: number, y: number) => [80 + x / 2, 90 + y / 2, 120] as const

/** Mean difference per channel within a box. */
function meanError(a: Picture, b: Picture, box: Box): number {
  let sum = 0
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const at = 4 * (y * SIZE.width + x)
      for (let c = 0; c < 3; c++) sum += Math.abs(a.data[at + c]! - b.data[at + c]!)
    }
  }
  return sum / (3 * box.width * box.height)
}

describe('laying back what a generator made', () => {
  it('leaves every byte outside the mask, whatever was made there', () => {
    const source = draw(ramp)
    source.data[3] = 17
    const made = draw(() => [3, 200, 9])
    const result = layBack(source, made, WHOLE, maskOf(HOLE))
    for (let y = 0; y < SIZE.height; y++) {
      for (let x = 0; x < SIZE.width; x++) {
        if (isIn(HOLE, x, y)) continue
        const at = 4 * (y * SIZE.width + x)
        expect(result.data.subarray(at, at + 4)).toEqual(source.data.subarray(at, at + 4))
      }
    }
  })

  it('takes a drift of the generator’s colours back, also one that differs from side to side', () => {
    const truth = draw(ramp)
    const drift = draw((x, y) => {
      const [r, g, b] = ramp(x, y)
      return [r + 4 + x / 20, g - 9, b + y / 15]
    })
    const result = layBack(truth, drift, WHOLE, maskOf(HOLE))
    expect(meanError(drift, truth, HOLE)).toBeGreaterThan(6)
    expect(meanError(result, truth, HOLE)).toBeLessThan(1)
  })

  it('keeps an object that the generator painted, although it stands out from its surroundings', () => {
    const source = draw(ramp)
    const vase: Box = { left: 65, top: 45, width: 30, height: 30 }
    const made = draw((x, y) => (isIn(vase, x, y) ? [200, 20, 30] : ramp(x, y)))
    const result = layBack(source, made, WHOLE, maskOf(HOLE))
    expect(meanError(result, made, vase)).toBeLessThan(1)
  })

  it('is not led astray by surroundings that the generator painted differently', () => {
    const truth = draw(ramp)
    const made = draw((x, y) => (x < HOLE.left ? [255, 0, 255] : ramp(x, y)))
    expect(meanError(layBack(truth, made, WHOLE, maskOf(HOLE)), truth, HOLE)).toBeLessThan(1)
  })

  it('mixes both where the mask is soft', () => {
    const source = draw(() => [100, 100, 100])
    const made = draw((x, y) => (isIn(HOLE, x, y) ? [200, 200, 200] : [100, 100, 100]))
    const result = layBack(source, made, WHOLE, maskOf(HOLE, 128))
    const at = 4 * (60 * SIZE.width + 80)
    expect(result.data[at]).toBeGreaterThanOrEqual(149)
    expect(result.data[at]).toBeLessThanOrEqual(151)
  })

  it('gives a smooth patch the grain of a grainy photo, and none to one in a clean picture', () => {
    const random = seededRandom(7)
    const grain = () => 8 * (random() + random() + random() - 1.5)
    const clean = draw(ramp)
    const grainy = draw((x, y) => {
      const by = grain()
      const [r, g, b] = ramp(x, y)
      return [r + by, g + by, b + by]
    })
    const roughness = (picture: Picture) => meanError(picture, clean, HOLE)
    expect(roughness(layBack(clean, clean, WHOLE, maskOf(HOLE)))).toBe(0)
    const laid = roughness(layBack(grainy, clean, WHOLE, maskOf(HOLE)))
    expect(laid).toBeGreaterThan(0.6 * roughness(grainy))
    expect(laid).toBeLessThan(1.3 * roughness(grainy))
  })

  it('puts what was made of a part of the picture into its place', () => {
    const source = draw(() => [10, 20, 30])
    const box: Box = { left: 40, top: 20, width: 80, height: 80 }
    const data = new Uint8ClampedArray(4 * box.width * box.height).fill(255)
    for (let at = 0; at < data.length; at += 4) data.set([10, 20, 30], at)
    data.set([90, 20, 30], 4 * (40 * 80 + 40))
    const result = layBack(source, { width: 80, height: 80, data }, box, maskOf(HOLE))
    expect(result.data[4 * (60 * SIZE.width + 80)]).toBe(90)
    expect(result.data[4 * (60 * SIZE.width + 81)]).toBe(10)
  })
})
