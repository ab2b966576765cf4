import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { trimCutEnds } from '../../../../../engine/effects/hair-transfer/reference/trim-cut-ends.ts'
import { CUT_ENDS } from '../../../../../engine/effects/hair-transfer/tuning.ts'

const SIZE = { width: 300, height: 300 }

/** Hair all over a picture that ends below the chin of a face a hundred pixels wide. */
function trimmed(): Float32Array {
  const alpha = new Float32Array(SIZE.width * SIZE.height).fill(1)
  trimCutEnds({
    frame: {
      faceWidth: 100,
      chin: 0.7,
      centre: { x: 150, y: 100 },
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    hair: { ...SIZE, alpha },
    regions: { grid: { area: { left: 0, top: 0, ...SIZE } } },
  } as unknown as Head)
  return alpha
}

test('hair that the frame cuts below the chin ends in locks of unequal length', () => {
  const alpha = trimmed()
  const ends = Array.from({ length: 200 }, (_, n) => {
    const x = 50 + n
    let y = SIZE.height - 1
    while (alpha[y * SIZE.width + x]! < 0.5) y--
    return SIZE.height - 1 - y
  })
  const most = 100 * (CUT_ENDS.from + CUT_ENDS.locks + CUT_ENDS.strands + CUT_ENDS.soft)
  expect(Math.max(...ends)).toBeLessThanOrEqual(most)
  expect(Math.min(...ends)).toBeGreaterThan(0)
  expect(Math.max(...ends) - Math.min(...ends)).toBeGreaterThan(5)
  // No long straight piece: hardly three columns side by side end at one height.
  const straight = ends.filter((end, n) => n > 1 && end === ends[n - 1] && end === ends[n - 2])
  expect(straight.length).toBeLessThan(20)
})

test('above the chin, and away from the frame, hair stays', () => {
  const alpha = trimmed()
  for (const [x, y] of [
    [0, 100],
    [299, 160],
    [150, 0],
    [150, 280],
  ] as const) {
    expect(alpha[y * SIZE.width + x]).toBe(1)
  }
  // Beside the frame below the chin it is soft too.
  expect(alpha[260 * SIZE.width]).toBe(0)
})
