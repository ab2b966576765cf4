import { describe, expect, it } from 'vitest'
import { coverSlivers } from '../../../../engine/effects/obj-replace/cover-slivers.ts'
import { SLIVERS } from '../../../../engine/effects/obj-replace/tuning.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { type Is, maskWhere } from './mask-where.ts'

const SIZE = { width: 240, height: 160 }
const REACH = SLIVERS.reach.least

/** A rectangle of 100 x 60 that is larger by so many pixels on each side. */
function around(by: number): Is {
  return (x, y) => x >= 70 - by && x < 170 + by && y >= 50 - by && y < 110 + by
}

/** Cloth of level 200 and some grain with a print that is darker by so many levels. */
function clothWith(isPrint: Is, darker: number, grain = 4): Picture {
  const random = seededRandom()
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const own = isPrint(i % SIZE.width, Math.floor(i / SIZE.width)) ? darker : 0
    const level = 200 - own + grain * (random() - 0.5)
    data.set([level, level, level], 4 * i)
  }
  return { ...SIZE, data }
}

const maskOf = (is: Is): Mask => maskWhere(SIZE, is)

/** How much of the print beyond the mask is covered, 0 to 1, and how many pixels beyond the print are. */
function covered(picture: Picture, isPrint: Is, isMasked: Is): { share: number; beyond: number } {
  const made = coverSlivers(picture, maskOf(isMasked))
  let [all, found, beyond] = [0, 0, 0]
  for (let i = 0; i < made.data.length; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    if (isMasked(x, y)) continue
    if (!isPrint(x, y)) {
      if (made.data[i] === 255) beyond++
      continue
    }
    all++
    if (made.data[i] === 255) found++
  }
  return { share: found / all, beyond }
}

describe('strips of a thing beyond a tight mask', () => {
  it('are covered, faint ones too, and a few pixels beside them', () => {
    for (const darker of [14, 90]) {
      const { share, beyond } = covered(clothWith(around(3), darker), around(3), around(0))
      expect(share).toBe(1)
      expect(beyond).toBeLessThan((SLIVERS.edge + 1) * 2 * (112 + 72))
    }
  })

  it('are left where they differ from the ground by no more than that from itself', () => {
    const faint = clothWith(around(3), SLIVERS.apart - 2, 0)
    expect(covered(faint, around(3), around(0))).toEqual({ share: 0, beyond: 0 })
    const plain = clothWith(around(3), SLIVERS.apart + 2, 0)
    expect(covered(plain, around(3), around(0)).share).toBe(1)
    const rough = clothWith(around(3), SLIVERS.apart + 2, 60)
    expect(covered(rough, around(3), around(0)).share).toBeLessThan(0.7)
  })

  it('end within reach: a mask that cuts through a thing stays as it is', () => {
    const near = clothWith(around(REACH - 2), 60)
    expect(covered(near, around(REACH - 2), around(0)).share).toBe(1)
    const far = clothWith(around(4 * REACH), 60)
    expect(coverSlivers(far, maskOf(around(0)))).toEqual(maskOf(around(0)))
  })

  it('touch the mask: what lies beside it stays', () => {
    const isSpeck: Is = (x, y) => x >= 172 && x < 174 && y >= 70 && y < 74
    const picture = clothWith((x, y) => around(0)(x, y) || isSpeck(x, y), 60)
    expect(coverSlivers(picture, maskOf(around(0))).data[72 * SIZE.width + 172]).toBe(0)
  })

  it('are mixtures of the ground and the thing: the edge of another thing beside it stays', () => {
    const inside = around(0)
    const [picture, own] = [0, 60].map((more) => {
      const made = clothWith(inside, 80)
      for (let i = 0; i < SIZE.width * SIZE.height; i++) {
        const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
        if (inside(x, y) || !around(3)(x, y)) continue
        made.data.set([120 + more / 3, 200 - more, 200 - more], 4 * i)
      }
      return made
    })
    expect(coverSlivers(picture!, maskOf(inside))).toEqual(maskOf(inside))
    expect(coverSlivers(own!, maskOf(inside))).not.toEqual(maskOf(inside))
  })

  it('are none where the ground beyond is uneven', () => {
    // Squares of four pixels, left of some column: their averages deviate by six tenths of `differ`.
    const strips = (differ: number, until: number): Mask => {
      const picture = clothWith(around(3), 90)
      for (let i = 0; i < SIZE.width * SIZE.height; i++) {
        const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
        if (around(REACH)(x, y) || x >= until) continue
        const level = 200 + (((x >> 2) + (y >> 2)) % 2 === 0 ? differ : -differ)
        picture.data.set([level, level, level], 4 * i)
      }
      return coverSlivers(picture, maskOf(around(0)))
    }
    const { most } = SLIVERS.even
    expect(strips(2.4 * most, SIZE.width)).toEqual(maskOf(around(0)))
    expect(strips(1.2 * most, SIZE.width)).not.toEqual(maskOf(around(0)))
    const { data } = strips(2.4 * most, 100)
    expect([68, 171].map((x) => data[80 * SIZE.width + x])).toEqual([0, 255])
  })

  it('are none of a picture that is masked whole, or not at all', () => {
    const picture = clothWith(around(3), 60)
    for (const is of [() => true, () => false]) {
      expect(coverSlivers(picture, maskOf(is))).toEqual(maskOf(is))
    }
  })
})
