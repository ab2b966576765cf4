import { describe, expect, test } from 'vitest'
import type { ChainEnds } from '../../../../engine/effects/2d-vto-necklace/necklace-shape.ts'
import type { WornEnds } from '../../../../engine/effects/2d-vto-necklace/place-necklace.ts'
import { requireHeldEnds } from '../../../../engine/effects/2d-vto-necklace/require-held-ends.ts'
import type { HeadRegions } from '../../../../engine/regions/head/head-regions.ts'

const SIZE = { width: 120, height: 120 } as const

/** A chain along a parabola between the upper ends of a product of 80 × 60, which lies at (20, 20). */
const PRODUCT = (() => {
  const data = new Float32Array(4 * 80 * 60)
  for (let x = 0; x < 80; x++) {
    const y = Math.round(55 * (1 - ((x - 39.5) / 39.5) ** 2))
    for (let row = Math.max(0, y - 4); row <= y; row++) data[4 * (row * 80 + x) + 3] = 1
  }
  return { width: 80, height: 60, data }
})()

const PLACED = {
  product: PRODUCT as never,
  box: { left: 20, top: 20, width: 80, height: 60 },
  place: (x: number, y: number) => ({ x: x - 20, y: y - 20 }),
}

const ENDS = { left: { x: 0, y: 0 }, right: { x: 80, y: 0 }, isClosed: false }
const AT = { left: { x: 20, y: 20 }, right: { x: 100, y: 20 } }

type Held = { ends: ChainEnds; at: WornEnds; hides: (x: number, y: number) => number }

/** Requires both ends to be held where skin is as a rule has it, and the rest is cloth. */
function requireWith(
  isSkin: (x: number, y: number) => boolean,
  { ends = ENDS, at = AT, hides = () => 0 }: Partial<Held> = {},
): () => void {
  const count = SIZE.width * SIZE.height
  const skin = Float32Array.from({ length: count }, (_, at) =>
    isSkin(at % SIZE.width, Math.floor(at / SIZE.width)) ? 1 : 0,
  )
  const area = { left: 0, top: 0, ...SIZE }
  const grid = { ...SIZE, area, scale: 1, faceWidth: 90 }
  const regions = { skin, hair: new Float32Array(count), grid } as unknown as HeadRegions
  const data = new Uint8ClampedArray(4 * count)
  const picture = { ...SIZE, data }
  return () => requireHeldEnds(PLACED as never, ends, at, hides, { regions, picture })
}

test('a chain is held by the sides of a neck, and by cloth under a round neckline', () => {
  expect(requireWith((x, y) => y < 30 && x > 15 && x < 105)).not.toThrow()
  expect(requireWith((x, y) => y < 30 && x > 40 && x < 80)).not.toThrow()
})

test('a chain is not held where it begins on a collar, or in the middle of skin', () => {
  expect(requireWith((x, y) => y < 60 && x > 40 && x < 80)).toThrow(/begin on a collar/)
  expect(requireWith(() => true)).toThrow(/hang in the air/)
})

test('an opening is as deep as it is beside the width of the neck, however short the necklace is', () => {
  expect(requireWith((x, y) => y < 50 && x > 40 && x < 80)).not.toThrow()
})

describe('ends that were raised to the line of bare shoulders', () => {
  const isNeck = (_: number, y: number): boolean => y > 18
  const at = { ...AT, isRaised: true }
  const inset = (by: number): ChainEnds => ({
    left: { x: by, y: 0 },
    right: { x: 80 - by, y: 0 },
    isClosed: false,
  })
  const hides = (x: number): number => (x < 30 || x > 90 ? 1 : 0)

  test('may have their own thickness hidden', () => {
    expect(requireWith(isNeck, { at, ends: inset(0.5), hides })).not.toThrow()
  })

  test('and not what bulges beyond them', () => {
    expect(requireWith(isNeck, { at, ends: inset(8), hides })).toThrow(/hang in the air/)
  })
})
