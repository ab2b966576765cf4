import { describe, expect, it } from 'vitest'
import { blur, blurAllWithin, blurWithin } from '../../../../engine/raster/filter/blur.ts'

function noise(width: number, height: number) {
  return Float32Array.from(
    { length: width * height },
    (_, at) => Math.imul(at + 1, 2654435761) >>> 24,
  )
}

/** The sum as it is defined, edges repeated, for the place (x, y). */
function gaussianAt(data: Float32Array, width: number, sigma: number, x: number, y: number) {
  const height = data.length / width
  const reach = Math.ceil(sigma * 2.7)
  let sum = 0
  let all = 0
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const weight = Math.exp(-(dx * dx + dy * dy) / (2 * sigma * sigma))
      const column = Math.min(width - 1, Math.max(0, x + dx))
      const row = Math.min(height - 1, Math.max(0, y + dy))
      sum += weight * data[row * width + column]!
      all += weight
    }
  }
  return sum / all
}

describe('a blur', () => {
  it.each([
    [17, 13, 1.7],
    [8, 8, 2],
    [3, 29, 0.7],
    [1, 1, 1.3],
    [70, 6, 1.4],
    [70, 6, 0.2],
  ])('of %i × %i numbers by %f is a Gaussian, edges repeated', (width, height, sigma) => {
    const data = noise(width, height)
    const soft = blur(data, { width, height }, sigma)
    expect(soft).toHaveLength(width * height)
    for (let at = 0; at < soft.length; at++) {
      const wanted = gaussianAt(data, width, sigma, at % width, Math.floor(at / width))
      expect(soft[at]).toBeCloseTo(wanted, 3)
    }
  })

  it.each([5, 20])('by %i, made on smaller copies, spreads a dot as far as a Gaussian', (sigma) => {
    const size = { width: 161, height: 141 }
    const dot = new Float32Array(size.width * size.height)
    dot[70 * size.width + 80] = 1000
    const soft = blur(dot, size, sigma)
    let [sum, spread] = [0, 0]
    for (let at = 0; at < soft.length; at++) {
      sum += soft[at]!
      spread += soft[at]! * ((at % size.width) - 80) ** 2
    }
    expect(sum).toBeGreaterThan(985)
    expect(Math.sqrt(spread / sum) / sigma).toBeGreaterThan(0.9)
    expect(Math.sqrt(spread / sum) / sigma).toBeLessThan(1.1)
  })

  it.each([
    [0.19, 0],
    [0.2, 3.73],
  ])('by %f pixels spreads a bright dot to the next one by %f', (sigma, beside) => {
    const dot = new Float32Array(25)
    dot[12] = 1e6
    expect(blur(dot, { width: 5, height: 5 }, sigma)[13]).toBeCloseTo(beside, 1)
    const [within] = blurAllWithin(
      [dot],
      new Float32Array(25).fill(1),
      { width: 5, height: 5 },
      sigma,
    )
    expect(within![13]).toBeCloseTo(beside, 1)
  })

  it('of one size after that of a larger one has nothing of it left', () => {
    const size = { width: 10, height: 10 }
    const before = blur(noise(10, 10), size, 1.5)
    blur(noise(300, 200).fill(1e9), { width: 300, height: 200 }, 2)
    expect(blur(noise(10, 10), size, 1.5)).toEqual(before)
  })
})

it('a blur within a weight sees nothing outside it, and is a plain one where there is none', () => {
  const size = { width: 40, height: 20 }
  const left = (at: number) => at % 40 < 20
  const data = Float32Array.from({ length: 800 }, (_, at) => (left(at) ? 5 : 90))
  const weight = Float32Array.from({ length: 800 }, (_, at) => (left(at) ? 1 : 0))
  const other = noise(40, 20)
  const plain = blur(other, size, 2)
  const [soft, second] = blurAllWithin([data, other], weight, size, 2)
  expect(blurWithin(other, weight, size, 2)).toEqual(second)
  for (let at = 0; at < 800; at++) {
    if (left(at)) expect(soft![at]).toBeCloseTo(5, 3)
    if (at % 40 >= 30) expect(second![at]).toBeCloseTo(plain[at]!, 3)
  }
})
