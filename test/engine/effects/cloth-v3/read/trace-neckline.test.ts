import { expect, test } from 'vitest'
import { traceNeckline } from '../../../../../engine/effects/cloth-v3/read/trace-neckline.ts'
import type { Product } from '../../../../../engine/product/product.ts'

const SIZE = { width: 260, height: 240 } as const
const NECK = [
  { x: 30, y: 20 },
  { x: 230, y: 20 },
] as const

/** A bow of so many pixels depth, from pointed (1) to square. */
const bow = (deep: number, power: number) =>
  Array.from({ length: 41 }, (_, n) => ({
    x: 30 + 5 * n,
    y: 20 + deep * (1 - Math.abs(n / 20 - 1) ** power),
  }))

/** A front that begins below such a bow, with the back's darker inside above it, and a light label in that. */
function drawn(deep: number, power: number): Product {
  const data = new Float32Array(4 * SIZE.width * SIZE.height)
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const edge = 20 + deep * (1 - Math.abs((x - 130) / 100) ** power)
    const isLabel = Math.abs(x - 110) < 12 && y > 30 && y < 60
    const inside = isLabel ? [0.9, 0.9, 0.9] : [0.62, 0.25, 0.24]
    data.set([...(y < edge ? inside : [0.75, 0.36, 0.35]), 1], 4 * at)
  }
  return { ...SIZE, data } as unknown as Product
}

test('the point of a V is followed, where a round bow was found', () => {
  const [found, real] = [bow(164, 1.7), bow(176, 1.25)]
  const line = traceNeckline(drawn(176, 1.25), NECK, found)
  const off = line.map(({ y }, n) => Math.abs(y - real[n]!.y))
  expect(Math.max(...found.map(({ y }, n) => Math.abs(y - real[n]!.y)))).toBeGreaterThan(10)
  expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeLessThan(3)
  expect(off[20]).toBeLessThan(5)
})

test('a bow that lies on its edge stays', () => {
  const found = bow(176, 2)
  expect(traceNeckline(drawn(176, 2), NECK, found)).toEqual(found)
})

test('so does a shallow one', () => {
  const found = bow(60, 2)
  expect(traceNeckline(drawn(66, 2), NECK, found)).toEqual(found)
})
