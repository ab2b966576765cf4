import { expect, test } from 'vitest'
import { tellGround } from '../../../../engine/effects/obj-replace/tell-ground.ts'
import { GROUND_TOLD } from '../../../../engine/effects/obj-replace/tuning.ts'
import type { Mask } from '../../../../engine/raster/picture.ts'

const SIZE = { width: 200, height: 200 }

/** A coat of 80 by 100 pixels on a wall, with a mask that takes along a share of itself of the wall, so much darker. */
function told(share: number, darker = 0): string | undefined {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const mask: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  const tall = Math.round((100 * share) / (1 - share))
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at++) {
      const isWide = x >= 60 && x < 140
      const [isCoat, isWall] = [isWide && y >= 20 && y < 120, isWide && y >= 120 && y < 120 + tall]
      const level = isWall ? 160 - darker : 160
      data.set(isCoat ? [60, 80, 160] : [level, level, level], 4 * at)
      mask.data[at] = isCoat || isWall ? 255 : 0
    }
  }
  return tellGround({ ...SIZE, data }, mask, mask)
}

test('background that a mask takes along is told', () => {
  expect(told(GROUND_TOLD.share + 0.02)).toMatch(/background/)
  expect(told(GROUND_TOLD.share - 0.02)).toBeUndefined()
  expect(told(0)).toBeUndefined()
})

test('what is hardly like the wall is none of it', () => {
  // A grey level is 0.4 of lightness there.
  expect(told(0.2, Math.floor(GROUND_TOLD.alike / 0.4) - 2)).toMatch(/background/)
  expect(told(0.2, 16)).toBeUndefined()
})

test('nothing is told of a mask that nothing is changed in', () => {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(160)
  const none: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  const all: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height).fill(255) }
  expect(tellGround({ ...SIZE, data }, none, none)).toBeUndefined()
  expect(tellGround({ ...SIZE, data }, all, all)).toBeUndefined()
})
