import { describe, expect, it } from 'vitest'
import { tornShare } from '../../../../engine/effects/obj-replace/torn-share.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { type Is, maskWhere } from './mask-where.ts'

const SIZE = { width: 200, height: 140 }

const isBar: Is = (x, y) => x >= 20 && x < 150 && y >= 50 && y < 90
const nothing: Is = () => false

/** A wall with a red bar as far as it is there; grain of so many levels, in blobs of 12 pixels. */
function wallWith(isRed: Is, grain = 16, seed = 1): Picture {
  const random = seededRandom()
  const blobs = Float32Array.from({ length: 17 * 12 * seed }, () => grain * random()).subarray(-204)
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const level = 140 + blobs[Math.floor(y / 12) * 17 + Math.floor(x / 12)]!
    data.set(isRed(x, y) ? [190, 40, 40] : [level, level, level], 4 * i)
  }
  return { ...SIZE, data }
}

const maskOf = (is: Is): Mask => maskWhere(SIZE, is)

describe('the share of an outline at which a removal made an edge', () => {
  it('is that of the side on which the mask cuts through the thing', () => {
    const cut = maskOf((x, y) => isBar(x, y) && x >= 80)
    const made = wallWith((x, y) => isBar(x, y) && x < 80)
    // 40 of 2 x (70 + 40) pixels, less corners.
    expect(tornShare(wallWith(isBar), made, cut)).toBeGreaterThan(0.12)
  })

  it('is 0 where all of the thing went, by a mask that is tight or generous', () => {
    const made = wallWith(nothing)
    expect(tornShare(wallWith(isBar), made, maskOf(isBar))).toBe(0)
    const generous = maskOf((x, y) => x >= 14 && x < 156 && y >= 44 && y < 96)
    expect(tornShare(wallWith(isBar), made, generous)).toBe(0)
  })

  it('is 0 in a rough place, in which other blobs are as good', () => {
    const [was, made] = [wallWith(nothing, 110), wallWith(nothing, 110, 2)]
    expect(tornShare(was, was, maskOf(isBar))).toBe(0)
    expect(tornShare(was, made, maskOf(isBar))).toBeLessThan(0.03)
  })

  it('is 0 without a mask', () => {
    expect(tornShare(wallWith(isBar), wallWith(nothing), maskOf(nothing))).toBe(0)
  })
})
