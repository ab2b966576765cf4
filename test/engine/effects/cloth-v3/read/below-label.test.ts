import { describe, expect, test } from 'vitest'
import { belowLabel } from '../../../../../engine/effects/cloth-v3/read/below-label.ts'
import type { Product } from '../../../../../engine/product/product.ts'

const SIDE = 200
const NECK = [
  { x: 50, y: 20 },
  { x: 150, y: 20 },
] as const
const EDGE = [NECK[0], { x: 75, y: 36 }, { x: 100, y: 42 }, { x: 125, y: 36 }, NECK[1]]

/** Green cloth from a nape at row 26 on, with a black box on it, and a fold of a round bow so deep where it has one. */
function product(
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  fold = 0,
): Product {
  const data = new Float32Array(4 * SIDE * SIDE)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    if (y < 26) continue
    const isLabel = x >= left && x < left + width && y >= top && y < top + height
    const across = Math.abs(x - 100) / 50
    const isFold = fold > 0 && across < 1 && Math.abs(y - 20 - fold * (1 - across ** 2)) < 1.5
    data.set(isLabel ? [0, 0, 0, 1] : isFold ? [0.02, 0.2, 0.12, 1] : [0.05, 0.4, 0.25, 1], 4 * at)
  }
  return { width: SIDE, height: SIDE, data, left: 0, top: 0, scale: 1 }
}

const LABEL = { left: 86, top: 38, width: 28, height: 12 }
const depthOf = (line: readonly { y: number }[]): number => Math.max(...line.map(({ y }) => y)) - 20

describe('the front of a neck hangs below a label at the nape', () => {
  test('along the fold of its rib', () => {
    const depth = depthOf(belowLabel(product(LABEL, 50), NECK, EDGE))
    expect(depth).toBeGreaterThan(46)
    expect(depth).toBeLessThan(54)
  })

  test('and without one right below the label', () => {
    const depth = depthOf(belowLabel(product(LABEL), NECK, EDGE))
    expect(depth).toBeGreaterThan(32)
    expect(depth).toBeLessThan(38)
  })

  test('but where it was found lower already', () => {
    const low = EDGE.map(({ x, y }) => ({ x, y: 20 + 2 * (y - 20) }))
    expect(belowLabel(product(LABEL), NECK, low)).toBe(low)
  })
})

describe('no label is', () => {
  test.each([
    ['a print on the chest', { left: 86, top: 70, width: 28, height: 12 }],
    ['the inside of a back', { left: 60, top: 26, width: 80, height: 20 }],
    ['a badge aside', { left: 115, top: 38, width: 28, height: 12 }],
    ['a thread', { left: 86, top: 38, width: 28, height: 2 }],
    ['a placket', { left: 88, top: 30, width: 24, height: 60 }],
  ])('%s', (_, box) => {
    expect(belowLabel(product(box), NECK, EDGE)).toBe(EDGE)
  })

  test('one of several patches of a print', () => {
    const printed = product(LABEL)
    for (let y = 60; y < 72; y++) {
      for (let x = 86; x < 114; x++) printed.data.set([0, 0, 0, 1], 4 * (y * SIDE + x))
    }
    for (let y = 70; y < 78; y++) {
      for (let x = 55; x < 145; x++) printed.data.set([0, 0, 0, 1], 4 * (y * SIDE + x))
    }
    expect(belowLabel(printed, NECK, EDGE)).toBe(EDGE)
  })
})
