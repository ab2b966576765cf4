import { expect, test } from 'vitest'
import { applyMaterial } from '../../../../engine/effects/obj-replace/apply-material.ts'
import { changeRim } from '../../../../engine/effects/obj-replace/change-rim.ts'
import { takeWholeRemains } from '../../../../engine/effects/obj-replace/cover-remains.ts'
import { recolour } from '../../../../engine/effects/obj-replace/recolour.ts'
import { tellSurface } from '../../../../engine/effects/obj-replace/tell-surface.ts'
import { denim } from '../../../../engine/effects/obj-replace/textures/soft.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'

const SIDE = 160
const RED = [180, 20, 40]

/** How much of a pixel a red disc covers, whose edge is soft over two pixels. */
function shareOf(x: number, y: number): number {
  return Math.min(1, Math.max(0, (51 - Math.hypot(x - 80, y - 80)) / 2))
}

function disc(light = 1): Picture {
  const data = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    const share = shareOf(x, y)
    const lit = x < 80 ? light : 1
    for (let c = 0; c < 3; c++) data[4 * i + c] = 215 + share * (lit * RED[c]! - 215)
  }
  return { width: SIDE, height: SIDE, data }
}

function maskWithin(radius: number): Mask {
  const data = new Uint8Array(SIDE * SIDE)
  for (let i = 0; i < data.length; i++) {
    if (Math.hypot((i % SIDE) - 80, Math.floor(i / SIDE) - 80) < radius) data[i] = 255
  }
  return { width: SIDE, height: SIDE, data }
}

test('a mask that is a little too tight leaves no rim of the old colour', () => {
  const picture = disc()
  const mask = takeWholeRemains(picture, maskWithin(48))
  const made = changeRim(picture, recolour(picture, mask, [242, 241, 238]), mask)
  let reddest = 0
  for (let i = 0; i < SIDE * SIDE; i++) {
    reddest = Math.max(reddest, made.data[4 * i]! - made.data[4 * i + 1]!)
  }
  expect(reddest).toBeLessThan(30)
  expect(made.data.subarray(0, 4 * SIDE)).toEqual(picture.data.subarray(0, 4 * SIDE))
})

test('a mask that is a little too wide gives the ground beside the thing no rim of the new colour', () => {
  const picture = disc()
  const mask = maskWithin(51.5)
  const made = changeRim(picture, recolour(picture, mask, [20, 40, 60]), mask)
  for (const [x, share] of [
    [131.5, 0],
    [130, 0.5],
  ] as const) {
    const i = 4 * (80 * SIDE + Math.floor(x))
    const own = shareOf(Math.floor(x), 80)
    expect(Math.abs(own - share)).toBeLessThan(0.6)
    const [inside] = [made.data[4 * (80 * SIDE + 80)]!]
    expect(Math.abs(made.data[i]! - (215 + own * (inside - 215)))).toBeLessThan(14)
  }
})

test('a halo that sharpening left around the old thing is as faint as the new edge', () => {
  const picture = disc()
  for (let i = 0; i < SIDE * SIDE; i++) {
    const far = Math.hypot((i % SIDE) - 80, Math.floor(i / SIDE) - 80)
    if (far >= 51 && far < 53) picture.data.set([240, 221, 217], 4 * i)
  }
  const mask = maskWithin(50)
  const made = changeRim(picture, recolour(picture, mask, [242, 241, 238]), mask)
  const i = 4 * (80 * SIDE + 132)
  expect(picture.data[i]! - picture.data[i + 1]!).toBeGreaterThan(15)
  expect(made.data[i]! - made.data[i + 1]!).toBeLessThan(8)
})

test('folds of the old surface stay sharp in a new material, its weave goes', () => {
  const data = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    // A seam a pixel wide, and a weave of single pixels.
    const light = x === 80 ? 0.5 : 1 + 0.03 * ((x + y) % 2 === 0 ? 1 : -1)
    for (let c = 0; c < 3; c++) data[4 * i + c] = 150 * light
  }
  const made = applyMaterial({ width: SIDE, height: SIDE, data }, maskWithin(60), 'leather', 2)
  const levelOf = (x: number): number => made.data[4 * (80 * SIDE + x)]!
  expect(levelOf(80)).toBeLessThan(0.75 * levelOf(76))
  expect(Math.abs(levelOf(60) - levelOf(61))).toBeLessThan(0.05 * levelOf(60))
})

test('a thing of parts that differ much is told of, one in light and shade is not', () => {
  const mask = maskWithin(48)
  expect(tellSurface(disc(), mask)).toBeUndefined()
  expect(tellSurface(disc(0.7), mask)).toBeUndefined()
  const striped = disc()
  for (let i = 0; i < SIDE * SIDE; i++) {
    if (i % SIDE < 70) striped.data.set([240, 240, 240], 4 * i)
  }
  expect(tellSurface(striped, mask)).toMatch(/parts of very different lightness/)
})

test('denim shows a weave however far off it is', () => {
  for (const pixel of [0.03, 0.15, 0.6]) {
    let [sum, squares] = [0, 0]
    for (let n = 0; n < 64; n++) {
      const [, level] = denim((n % 8) * pixel, Math.floor(n / 8) * pixel, pixel)
      sum += level
      squares += level * level
    }
    expect(Math.sqrt(squares / 64 - (sum / 64) ** 2)).toBeGreaterThan(2.5)
  }
})

test('a part of another colour takes on the new one too: a red hull below white is blue, not purple', () => {
  const data = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const isHull = Math.floor(i / SIDE) > 100
    for (let c = 0; c < 3; c++) data[4 * i + c] = isHull ? RED[c]! : 215
  }
  const made = recolour({ width: SIDE, height: SIDE, data }, maskWithin(60), [43, 74, 205])
  const at = 4 * (120 * SIDE + 80)
  expect(made.data[at]!).toBeLessThan(0.45 * made.data[at + 2]!)
})
