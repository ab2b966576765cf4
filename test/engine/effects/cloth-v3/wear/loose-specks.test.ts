import { expect, test } from 'vitest'
import { LOOSE_SPECKS } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { looseSpecks } from '../../../../../engine/effects/cloth-v3/wear/loose-specks.ts'
import type { Mask, Picture } from '../../../../../engine/raster/picture.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 200, height: 220 } as const
const TORSO = {
  origin: { x: 100, y: 20 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 100,
  length: 140,
}
/** A garment from left to right and down, and an arm apart from it. */
const [LEFT, RIGHT, HEM, ARM] = [60, 140, 180, 156]

type Piece = { left: number; top: number; width: number; height: number }

/** The pixels that are taken away of a piece of the person beside a garment and of its soft edge. */
function taken(piece: Piece, isHair = false): number[] {
  const count = SIZE.width * SIZE.height
  const covered = new Float32Array(count)
  const mask: Mask = { ...SIZE, data: new Uint8Array(count) }
  const regions = byRegion((): Mask => ({ ...SIZE, data: new Uint8Array(count) }))
  const isIn = (x: number, y: number): boolean =>
    x >= piece.left &&
    x < piece.left + piece.width &&
    y >= piece.top &&
    y < piece.top + piece.height
  for (let at = 0; at < count; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const isLaid = x >= LEFT && x < RIGHT && y >= 20 && y < HEM
    if (isLaid) covered[at] = 1
    if (isLaid || isIn(x, y) || (x >= ARM && x < ARM + 20)) mask.data[at] = 255
    if (isHair && isIn(x, y)) regions.hair.data[at] = 255
  }
  const picture = SIZE as unknown as Picture
  const body = { mask } as Parameters<typeof looseSpecks>[0]['body']
  const box = { left: LEFT, top: 20, width: RIGHT - LEFT, height: HEM - 20 }
  return looseSpecks({ picture, body, regions, torso: TORSO }, covered, [box])
}

/** A piece at the right of the garment. */
const beside = (more: Partial<Piece> = {}): Piece => ({
  left: RIGHT,
  top: 100,
  width: 4,
  height: 6,
  ...more,
})

test('what hangs together with nothing but the garment is taken away, with its soft edge', () => {
  const { rim } = LOOSE_SPECKS
  expect(taken(beside())).toHaveLength((4 + rim) * (6 + 2 * rim))
})

test('what touches an arm stays, up to where its soft edge begins', () => {
  expect(taken(beside({ width: ARM - RIGHT }))).toEqual([])
  const near = taken(beside({ width: ARM - RIGHT - 1, height: 2 }))
  expect(near.length).toBeGreaterThan(0)
  expect(near.every((at) => at % SIZE.width < ARM)).toBe(true)
})

test('what is larger than a speck stays', () => {
  const most = LOOSE_SPECKS.most * TORSO.shoulders ** 2
  expect(taken(beside({ width: most / 8, height: 8 })).length).toBeGreaterThan(0)
  expect(taken(beside({ width: most / 8 + 1, height: 8 }))).toEqual([])
})

test('what goes on beyond what is looked at stays', () => {
  const far = HEM + LOOSE_SPECKS.around
  expect(taken({ left: 100, top: far - 6, width: 2, height: 5 }).length).toBeGreaterThan(0)
  expect(taken({ left: 100, top: far - 6, width: 2, height: 6 })).toEqual([])
})

test('what lies on the shoulders, or is hair, stays', () => {
  expect(taken(beside({ top: 26 }))).toEqual([])
  expect(taken(beside({ top: 32 })).length).toBeGreaterThan(0)
  expect(taken(beside(), true)).toEqual([])
})

test('what lies within the garment stays, where no wall is beside it', () => {
  const count = SIZE.width * SIZE.height
  const covered = new Float32Array(count).fill(1)
  for (const at of [0, 1, 2]) covered[100 * SIZE.width + 100 + at] = 0
  const mask: Mask = { ...SIZE, data: new Uint8Array(count).fill(255) }
  const regions = byRegion((): Mask => ({ ...SIZE, data: new Uint8Array(count) }))
  const body = { mask } as Parameters<typeof looseSpecks>[0]['body']
  const picture = SIZE as unknown as Picture
  const box = { left: LEFT, top: 20, width: RIGHT - LEFT, height: HEM - 20 }
  expect(looseSpecks({ picture, body, regions, torso: TORSO }, covered, [box])).toEqual([])
  expect(looseSpecks({ picture, body, regions, torso: TORSO }, covered, [])).toEqual([])
})
