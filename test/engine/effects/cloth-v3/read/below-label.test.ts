import { describe, expect, test } from 'vitest'
import { belowLabel } from '../../../../../engine/effects/cloth-v3/read/below-label.ts'
import type { Product } from '../../../../../engine/product/product.ts'

const SIDE = 200
const NECK = [
  { x: 50, y: 20 },
  { x: 150, y: 20 },
] as const
const EDGE = [NECK[0], { x: 75, y: 36 }, { x: 100, y: 42 }, { x: 125, y: 36 }, NECK[1]]

/** Green cloth from a nape at row 26 on, with a black box on it, and the fold of a round bow so deep, if any. */
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

describe('a label is', () => {
  const isFound = (box: Partial<typeof LABEL>): boolean =>
    belowLabel(product({ ...LABEL, ...box }), NECK, EDGE) !== EDGE

  test.each([
    ['as wide', { left: 95, width: 12 }, { left: 97, width: 7 }],
    ['no wider', { left: 79, width: 42 }, { left: 76, width: 48 }],
    ['as high', { height: 6 }, { height: 3 }],
    ['no higher', { height: 27 }, { height: 34 }],
    ['in the middle', { left: 96 }, { left: 100 }],
    ['right below the nape', { top: 51 }, { top: 59 }],
  ])('%s', (_, within, beyond) => {
    expect(isFound(within)).toBe(true)
    expect(isFound(beyond)).toBe(false)
  })

  test('of another colour than the cloth', () => {
    const dyed = (light: number): boolean => {
      const shown = product(LABEL)
      for (let at = 0; at < shown.data.length; at += 4) {
        if (shown.data[at + 3] === 0 || shown.data[at + 1]! > 0) continue
        shown.data.set([light * 0.05, light * 0.4, light * 0.25], at)
      }
      return belowLabel(shown, NECK, EDGE) !== EDGE
    }
    expect(dyed(0.3)).toBe(true)
    expect(dyed(0.6)).toBe(false)
  })
})
