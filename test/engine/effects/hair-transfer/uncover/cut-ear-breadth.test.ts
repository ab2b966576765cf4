import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { cutEarBreadth } from '../../../../../engine/effects/hair-transfer/uncover/cut-ear-breadth.ts'

const SIZE = { width: 200, height: 200 }

/**
 * A face a hundred pixels wide, its eyes at 100, 80, with an ear of a width beside it whose top lies at a height under
 * hair that comes off.
 */
function cutBreadth(wide: number, { top = 80, from = 150, hairOnEar = 0 } = {}): number {
  const skin = new Float32Array(SIZE.width * SIZE.height)
  const alpha = new Float32Array(SIZE.width * SIZE.height)
  const ground = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = top - 20; y < top + 30; y++) {
    for (let x = from; x < from + wide; x++) {
      const at = y * SIZE.width + x
      if (y < top) ground[at] = 1
      else skin[at] = 1
      alpha[at] = y < top ? 1 : hairOnEar
    }
  }
  const area = { left: 0, top: 0, ...SIZE }
  const head = {
    picture: { ...SIZE, data: new Uint8ClampedArray() },
    regions: { skin, grid: { ...SIZE, area, scale: 1, faceWidth: 100 } },
    frame: {
      faceWidth: 100,
      centre: { x: 100, y: 80 },
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    hair: { alpha },
  } as unknown as Head
  return cutEarBreadth(head, (at) => ground[at] === 1)
}

test('an ear whose top comes off with hair is measured across', () => {
  expect(cutBreadth(12)).toBeCloseTo(0.12, 2)
  expect(cutBreadth(3)).toBeCloseTo(0.03, 2)
  expect(cutBreadth(12, { from: 40 })).toBeCloseTo(0.12, 2)
})

test('what is beside the ears, above and below them, or still has hair on it is no cut ear', () => {
  expect(cutBreadth(12, { from: 175 })).toBe(0)
  expect(cutBreadth(12, { from: 120 })).toBe(0)
  expect(cutBreadth(12, { top: 50 })).toBe(0)
  expect(cutBreadth(12, { top: 112 })).toBe(0)
  expect(cutBreadth(12, { hairOnEar: 0.4 })).toBe(0)
})
