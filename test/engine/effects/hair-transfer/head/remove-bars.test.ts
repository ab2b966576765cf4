import { expect, test } from 'vitest'
import type { HeadFrame } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { removeBars } from '../../../../../engine/effects/hair-transfer/head/remove-bars.ts'
import { HAIR_BAR } from '../../../../../engine/effects/hair-transfer/tuning.ts'
import type { HairMatte } from '../../../../../engine/regions/hair/hair-matte.ts'

const SIZE = { width: 240, height: 240 }

/** A face a hundred pixels wide, its eyes at 120, 120. */
const FRAME = {
  faceWidth: 100,
  centre: { x: 120, y: 120 },
  across: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
} as HeadFrame

/** What is left of hair above y = 70 with a piece of such a box, in widths of the face. */
function kept(box: { u: number; v: number; wide: number; tall: number }) {
  const alpha = Float32Array.from({ length: SIZE.width * SIZE.height }, (_, n) => {
    const [x, y] = [n % SIZE.width, Math.floor(n / SIZE.width)]
    const [u, v] = [(x - 120) / 100, (120 - y) / 100]
    const isIn = Math.abs(u - box.u) < box.wide / 2 && Math.abs(v - box.v) < box.tall / 2
    return y < 70 || isIn ? 1 : 0
  })
  removeBars({ ...SIZE, alpha } as HairMatte, FRAME)
  const at = (u: number, v: number) =>
    alpha[Math.round(120 - 100 * v) * SIZE.width + Math.round(120 + 100 * u)]!
  return { piece: at(box.u, box.v), above: at(0, 0.6) }
}

test('the arm of glasses and a brow are no hair', () => {
  expect(kept({ u: 0.42, v: 0.02, wide: 0.14, tall: 0.04 })).toEqual({ piece: 0, above: 1 })
  expect(kept({ u: -0.25, v: 0.14, wide: 0.25, tall: 0.06 })).toEqual({ piece: 0, above: 1 })
})

test('what is as thick as locks are stays, and so does a fringe that hangs from hair', () => {
  const { thick } = HAIR_BAR
  expect(kept({ u: 0.4, v: 0, wide: 0.2, tall: 0.8 * thick }).piece).toBeCloseTo(0)
  expect(kept({ u: 0.4, v: 0, wide: 0.2, tall: 1.2 * thick }).piece).toBe(1)
  expect(kept({ u: 0.2, v: 0.35, wide: 0.2, tall: 0.4 }).piece).toBe(1)
})

test('beside the face nothing is taken', () => {
  const beyond = HAIR_BAR.beside + 0.06
  expect(kept({ u: beyond, v: 0.02, wide: 0.06, tall: 0.04 }).piece).toBe(1)
})
