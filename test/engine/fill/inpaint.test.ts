import { expect, test } from 'vitest'
import { inpaint } from '../../../engine/fill/inpaint.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

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

test('fills a covered rim with the pattern beside it and changes nothing else', () => {
  const truth = striped(200, 160)
  const covered = { ...truth, data: new Uint8ClampedArray(truth.data) }
  const occluded = new Uint8Array(200 * 160)
  const target = new Uint8Array(200 * 160)
  for (let i = 0; i < occluded.length; i++) {
    const x = i % 200
    if (x < 88 || x >= 130) continue
    occluded[i] = 1
    covered.data.set([255, 0, 0], i * 4)
    if (x < 98) target[i] = 1
  }
  const filled = inpaint(covered, occluded, target, 10)
  let wrong = 0
  for (let i = 0; i < occluded.length; i++) {
    const off = Math.abs(filled.data[i * 4]! - truth.data[i * 4]!)
    if (!occluded[i]) expect(off).toBe(0)
    else if (!target[i]) expect(filled.data[i * 4]).toBe(255)
    else if (off > 20) wrong++
  }
  expect(wrong / (10 * 160)).toBeLessThan(0.05)
  expect(inpaint(covered, occluded, target, 10).data).toEqual(filled.data)
  const room = new Uint8ClampedArray(covered.data.length).fill(7)
  expect(inpaint(covered, occluded, target, 10, { room }).data).toBe(room)
  expect(room).toEqual(filled.data)
})

test('ends where nothing is known', () => {
  const picture = striped(64, 64)
  const all = new Uint8Array(64 * 64).fill(1)
  expect(inpaint(picture, all, all, 8).width).toBe(64)
})

/** Red on the left, green on the right, in stripes that get evenly lighter downwards. */
function halves(width: number, height: number): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const light = 60 + y + (x % 9 < 3 ? 30 : 0)
    data.set(x < width / 2 ? [light, 20, 20] : [20, light, 20], i * 4)
  }
  return { width, height, data }
}

test('copies from beside the rim, not from across the picture, and continues the known pixels', () => {
  const truth = halves(420, 120)
  const occluded = new Uint8Array(420 * 120)
  const target = new Uint8Array(420 * 120)
  for (let i = 0; i < occluded.length; i++) {
    const x = i % 420
    occluded[i] = x >= 60 && x < 360 ? 1 : 0
    target[i] = x >= 60 && x < 76 ? 1 : 0
  }
  const { data } = inpaint(truth, occluded, target, 16)
  const [steps, before] = [{ sum: 0 }, { sum: 0 }]
  for (let y = 10; y < 110; y++) {
    for (let x = 60; x < 76; x++) {
      const at = (y * 420 + x) * 4
      expect(data[at]).toBeGreaterThan(data[at + 1]! + 20)
    }
    const down = (x: number) => Math.abs(data[(y * 420 + x) * 4]! - data[((y - 1) * 420 + x) * 4]!)
    steps.sum += down(60)
    before.sum += down(59)
  }
  expect(steps.sum / 100).toBeLessThan(before.sum / 100 + 2.5)
})

test('fills a broad rim of a large picture with grain as fine as that beside it', () => {
  const [width, height] = [180, 2100]
  const random = seededRandom()
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const occluded = new Uint8Array(width * height)
  const target = new Uint8Array(width * height)
  for (let i = 0; i < occluded.length; i++) {
    const x = i % width
    occluded[i] = x >= 80 && x < 120 ? 1 : 0
    target[i] = x >= 80 && x < 111 ? 1 : 0
    data.fill(occluded[i] ? 0 : 100 + 60 * random(), i * 4, i * 4 + 3)
  }
  const filled = inpaint({ width, height, data }, occluded, target, 31)
  const steps = { rim: 0, beside: 0 }
  let touched = 0
  for (let i = 0; i + 1 < occluded.length; i++) {
    if (!target[i] && filled.data[i * 4] !== data[i * 4]) touched++
    const step = Math.abs(filled.data[i * 4]! - filled.data[i * 4 + 4]!)
    if (target[i] && target[i + 1]) steps.rim += step / (30 * height)
    if (i % width < 79) steps.beside += step / (79 * height)
  }
  expect(touched).toBe(0)
  expect(steps.rim / steps.beside).toBeGreaterThan(0.8)
  expect(steps.rim / steps.beside).toBeLessThan(1.2)
})

/** A plain wall that darkens downwards, with one dark line down it and grain; an ellipse in the middle is occluded. */
function panelled() {
  const [width, height] = [240, 400]
  const random = seededRandom()
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const occluded = new Uint8Array(width * height)
  const target = new Uint8Array(width * height)
  for (let i = 0; i < occluded.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    // The line slants by one in forty and is three pixels thick; one side of it is a little darker.
    const off = x - 112 - (y - 200) / 40
    const light = (off > 0 ? 172 : 186) - y / 20 - (Math.abs(off) < 1.5 ? 60 : 0)
    data.fill(light + 4 * random(), i * 4, i * 4 + 3)
    const middle = x - 120
    occluded[i] = (middle / 60) ** 2 + ((y - 200) / 130) ** 2 < 1 ? 1 : 0
    target[i] = occluded[i] && (middle / 30) ** 2 + ((y - 200) / 110) ** 2 >= 1 ? 1 : 0
  }
  return { width, height, data, occluded, target }
}

test('joins a straight line that is visible on both sides of the foreground, where it was', () => {
  const { width, height, data, occluded, target } = panelled()
  const covered = data.map((value, at) => (occluded[at >> 2] && at % 4 < 3 ? 250 : value))
  // All of the gap along the line is to be filled.
  for (let i = 0; i < occluded.length; i++)
    if (Math.abs((i % width) - 112) < 12) target[i] = occluded[i]!
  const filled = inpaint({ width, height, data: covered }, occluded, target, 30).data
  let [square, count] = [0, 0]
  for (let i = 0; i < occluded.length; i++) {
    if (!target[i]) continue
    count++
    square += (filled[i * 4]! - data[i * 4]!) ** 2
  }
  expect(count).toBeGreaterThan(8000)
  expect(Math.sqrt(square / count)).toBeLessThan(6)
})

/** A sunk panel on each side of an occluded strip: their lower edges lie on one line but end in corners before it. */
function cornered() {
  const [width, height] = [240, 300]
  const random = seededRandom()
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const occluded = new Uint8Array(width * height)
  const target = new Uint8Array(width * height)
  for (let i = 0; i < occluded.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const away = Math.abs(x - 119.5)
    const isPanel = away > 34 && y < 150
    const isRim = away > 34 && y < 153 && (y >= 150 || away < 37)
    data.fill((isRim ? 235 : isPanel ? 168 : 186) - y / 20 + 4 * random(), i * 4, i * 4 + 3)
    occluded[i] = away < 28 ? 1 : 0
    target[i] = occluded[i] && away > 16 ? 1 : 0
  }
  return { width, height, data, occluded, target }
}

test('does not continue a line that ends at a corner beside the foreground', () => {
  const { width, height, data, occluded, target } = cornered()
  const covered = data.map((value, at) => (occluded[at >> 2] && at % 4 < 3 ? 40 : value))
  const filled = inpaint({ width, height, data: covered }, occluded, target, 16).data
  let [count, most] = [0, 0]
  for (let i = 0; i < occluded.length; i++) {
    if (!target[i]) continue
    count++
    most = Math.max(most, Math.abs(filled[i * 4]! - data[i * 4]!))
  }
  expect(count).toBe(24 * height)
  expect(most).toBeLessThan(20)
})
