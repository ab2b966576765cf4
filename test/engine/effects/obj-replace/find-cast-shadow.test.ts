import { describe, expect, it } from 'vitest'
import { findCastShadow } from '../../../../engine/effects/obj-replace/find-cast-shadow.ts'
import { removeObject } from '../../../../engine/effects/obj-replace/remove-object.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { type Is, maskWhere } from './mask-where.ts'

const SIZE = { width: 240, height: 180 }

const isThing: Is = (x, y) => x >= 90 && x < 130 && y >= 40 && y < 120
/** A shadow that lies to the right of the thing's foot. */
const isShadow: Is = (x, y) => ((x - 140) / 34) ** 2 + ((y - 117) / 9) ** 2 < 1 && !isThing(x, y)

/** A lawn with a blue thing on it, and on the lawn what `shadeOf` makes of its light. */
function lawnWith(shadeOf: (x: number, y: number) => readonly [number, number, number]): Picture {
  const random = seededRandom()
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const grain = 24 * (random() - 0.5)
    const [r, g, b] = shadeOf(x, y)
    const ground = [r * (120 + grain + x / 10), g * (170 + grain), b * (90 + grain)]
    data.set(isThing(x, y) ? [40, 60, 200] : ground, 4 * i)
  }
  return { ...SIZE, data }
}

const maskOf = (is: Is): Mask => maskWhere(SIZE, is)

const LIT = [1, 1, 1] as const
const SHADE = [0.5, 0.52, 0.55] as const

describe('the shadow that a thing casts', () => {
  const mask = maskOf(isThing)

  it('is found at its foot, whole', () => {
    const shadow = findCastShadow(
      lawnWith((x, y) => (isShadow(x, y) ? SHADE : LIT)),
      mask,
    )
    let [missed, beyond] = [0, 0]
    for (let i = 0; i < mask.data.length; i++) {
      const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
      if (isShadow(x, y) && shadow!.data[i]! < 128) missed++
      const isFar = ((x - 140) / 52) ** 2 + ((y - 117) / 26) ** 2 > 1
      if (isFar && shadow!.data[i]! > 0) beyond++
    }
    expect([missed, beyond]).toEqual([0, 0])
  })

  it('goes with the thing, and the results say so', () => {
    const picture = lawnWith((x, y) => (isShadow(x, y) ? SHADE : LIT))
    const { picture: made, note } = removeObject(picture, mask)
    let dark = 0
    for (let i = 0; i < mask.data.length; i++) if (made.data[4 * i + 1]! < 125) dark++
    expect(dark).toBe(0)
    expect(note).toContain('shadow')
  })

  it.each<[string, (x: number, y: number) => readonly [number, number, number]]>([
    ['a thing of another colour', (x, y) => (isShadow(x, y) ? [0.9, 0.4, 0.5] : LIT)],
    ['what is darker across the picture', (_, y) => (y > 112 && y < 124 ? SHADE : LIT)],
    ['a shadow that does not touch it', (x, y) => (isShadow(x - 50, y - 20) ? SHADE : LIT)],
    ['what touches it at its head', (x, y) => (isShadow(x, y + 72) ? SHADE : LIT)],
    ['what stands beside it farther back', (x, y) => (isShadow(x, y + 30) ? SHADE : LIT)],
    ['a thin dark line', (x, y) => (y === 122 && x > 110 && x < 200 ? SHADE : LIT)],
  ])('is not %s', (_, shadeOf) => {
    expect(findCastShadow(lawnWith(shadeOf), mask)).toBeUndefined()
  })

  it('is not a person who stands beside it', () => {
    const picture = lawnWith((x, y) => (isShadow(x, y) ? SHADE : LIT))
    expect(findCastShadow(picture, mask, maskOf(isShadow))).toBeUndefined()
  })

  it('is not looked for beside many small holes', () => {
    const picture = lawnWith((x, y) => (isShadow(x, y) ? SHADE : LIT))
    const many = maskOf((x, y) => isThing(x, y) || (x < 60 && x % 10 < 6 && y % 10 < 6))
    expect(findCastShadow(picture, many)).toBeUndefined()
  })
})
