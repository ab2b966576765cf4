import { expect, test } from 'vitest'
import { softenOutline } from '../../../../../engine/effects/cloth-v3/wear/soften-outline.ts'
import type { Layer } from '../../../../../engine/product/render-product.ts'

/** A layer of one colour in some columns of ten rows. */
function columns(from: number, to: number): Layer {
  const box = { left: 0, top: 0, width: 40, height: 10 }
  const data = new Float32Array(4 * box.width * box.height)
  for (let i = 0; i < box.width * box.height; i++) {
    const x = i % box.width
    if (x >= from && x < to) data.set([0.2, 0.4, 0.6, 1], 4 * i)
  }
  return { box, data }
}

const alphaOf = ({ box, data }: Layer, x: number): number => data[4 * (5 * box.width + x) + 3]!

test('an outline is as soft as those of people, and keeps its colour', () => {
  const layer = columns(10, 30)
  softenOutline([layer], 0)
  expect(alphaOf(layer, 9)).toBeGreaterThan(0.1)
  expect(alphaOf(layer, 10)).toBeLessThan(0.9)
  expect(alphaOf(layer, 9) + alphaOf(layer, 10)).toBeCloseTo(1, 2)
  expect(alphaOf(layer, 7)).toBeLessThan(0.01)
  const edge = 4 * (5 * layer.box.width + 9)
  expect(layer.data[edge + 1]! / layer.data[edge + 3]!).toBeCloseTo(0.4, 3)
})

test('a seam between two parts stays whole, and so do a photo’s own soft edges', () => {
  const [left, right] = [columns(5, 21), columns(19, 36)]
  softenOutline([left, right], 0)
  for (let x = 10; x < 30; x++) {
    expect(Math.max(alphaOf(left, x), alphaOf(right, x)), `column ${x}`).toBe(1)
  }
  const soft = columns(10, 30)
  softenOutline([soft], 1)
  expect(alphaOf(soft, 9)).toBe(0)
})
