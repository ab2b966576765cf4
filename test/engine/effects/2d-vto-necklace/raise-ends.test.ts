import { expect, test } from 'vitest'
import { raiseEnds } from '../../../../engine/effects/2d-vto-necklace/raise-ends.ts'
import type { HeadRegions } from '../../../../engine/regions/head/head-regions.ts'

const SIZE = { width: 120, height: 120 } as const

/** Regions in which skin is where a rule has it. */
function withSkin(isSkin: (x: number, y: number) => boolean, chin = 20): HeadRegions {
  const skin = Float32Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
    isSkin(at % SIZE.width, Math.floor(at / SIZE.width)) ? 1 : 0,
  )
  const area = { left: 0, top: 0, ...SIZE }
  const points = Array.from({ length: 478 }, () => ({ x: 60, y: chin }))
  const grid = { ...SIZE, area, points, scale: 1, faceWidth: 60 }
  return { skin, grid } as unknown as HeadRegions
}

const ENDS = { left: { x: 42, y: 60 }, right: { x: 78, y: 60 } }

test('ends on bare shoulders go up to where skin ends on both sides', () => {
  const raised = raiseEnds(
    ENDS,
    withSkin((x, y) => y > 56 || (x > 40 && x < 80)),
  )
  expect(raised.isRaised).toBe(true)
  expect(raised.left.y).toBeLessThan(58)
  expect(raised.left.x).toBeCloseTo(40, -0.5)
  expect(raised.right.y).toBe(raised.left.y)
})

test('ends at the sides of a neck stay, and those with nothing but skin around', () => {
  expect(
    raiseEnds(
      ENDS,
      withSkin((x) => x > 40 && x < 80),
    ),
  ).toEqual(ENDS)
  expect(
    raiseEnds(
      ENDS,
      withSkin(() => true),
    ),
  ).toEqual(ENDS)
})

test('ends do not go up to the jaw', () => {
  const isSkin = (x: number, y: number): boolean => y > 56 || (x > 40 && x < 80)
  expect(raiseEnds(ENDS, withSkin(isSkin, 55))).toEqual(ENDS)
  expect(raiseEnds(ENDS, withSkin(isSkin, 50)).isRaised).toBe(true)
})
