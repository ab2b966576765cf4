import { describe, expect, test } from 'vitest'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { ARM_SPURS } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { findSpurs } from '../../../../../engine/effects/cloth-v3/wear/find-spurs.ts'

const BOX = { left: 0, top: 0, width: 160, height: 300 } as const
const SHOULDERS = 250
/** A thickness up to which a piece is a spur. */
const THIN = 2 * Math.round(ARM_SPURS.thin * SHOULDERS)
/** An arm that hangs down at the right, from shoulder to wrist. */
const ARM = [
  { x: 120, y: 10 },
  { x: 120, y: 150 },
  { x: 120, y: 240 },
] as const
const ARM_LEFT = 90

type Piece = { left: number; top: number; width: number; height: number }

/** How much of a piece beside an arm is a spur, 0–1. */
function shareOfSpur({ left, top, width, height }: Piece): number {
  const whole = new Uint8Array(BOX.width * BOX.height)
  for (let y = 0; y < BOX.height; y++) whole.fill(1, y * BOX.width + ARM_LEFT, y * BOX.width + 150)
  for (let y = top; y < top + height; y++) {
    whole.fill(1, y * BOX.width + left, y * BOX.width + left + width)
  }
  const wearer = { arms: [ARM, ARM], torso: { shoulders: SHOULDERS } } as unknown as Wearer
  const spurs = findSpurs(whole, BOX, wearer)
  let count = 0
  for (let y = 0; y < BOX.height; y++) {
    for (let x = 0; x < BOX.width; x++) {
      if (!spurs[y * BOX.width + x]) continue
      if (x >= ARM_LEFT - ARM_SPURS.soft) throw new Error(`the arm itself is one at ${x}, ${y}`)
      if (x >= left && x < left + width && y >= top && y < top + height) count++
    }
  }
  return count / (width * height)
}

describe('spurs beside arms', () => {
  test('are specks that hang together with no arm', () => {
    expect(shareOfSpur({ left: 75, top: 120, width: 6, height: 7 })).toBe(1)
  })

  test.each([
    ['thin', THIN, 1],
    ['as thick as an arm', THIN + 1, 0],
  ])('are pieces apart that are %s', (_, width, share) => {
    expect(shareOfSpur({ left: 60, top: 90, width, height: 60 })).toBe(share)
  })

  test.each([
    ['a long shred', 1, 1],
    ['a corner of an uneven edge', -1, 0],
  ])('are thin and long where they hang together with it: %s', (_, more, share) => {
    const width = Math.ceil(ARM_SPURS.long * SHOULDERS) + ARM_SPURS.soft + more
    const left = ARM_LEFT - width
    const found = shareOfSpur({ left, top: 120, width, height: THIN })
    expect(found > 0.8 ? 1 : found).toBe(share)
  })

  test('are none beside hands, whose fingers are as thin, up to where the arm begins', () => {
    const near = ARM_SPURS.near * SHOULDERS
    const [, , wrist] = ARM
    const speck = { left: 76, width: 4, height: 4 }
    expect(shareOfSpur({ ...speck, top: wrist.y })).toBe(0)
    expect(shareOfSpur({ ...speck, top: Math.floor(wrist.y - near) - 4 })).toBe(1)
  })

  test('are none beside shoulders, which end in a tip', () => {
    const near = ARM_SPURS.near * SHOULDERS
    const [shoulder] = ARM
    const speck = { left: 76, width: 4, height: 4 }
    expect(shareOfSpur({ ...speck, top: shoulder.y })).toBe(0)
    expect(shareOfSpur({ ...speck, top: Math.ceil(shoulder.y + near) })).toBe(1)
  })

  test('are not the edge of an arm, where a pixel of it is apart', () => {
    expect(shareOfSpur({ left: ARM_LEFT - 2, top: 120, width: 1, height: 5 })).toBe(0)
  })
})
