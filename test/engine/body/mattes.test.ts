import { describe, expect, test } from 'vitest'
import { personMattes } from '../../../engine/body/mattes.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'
import type { Body } from '../../../engine/vision/bodies/body.ts'

const WIDTH = 120
const HEIGHT = 80
const SIZE = WIDTH * HEIGHT
const OPTIONS = { scale: 100, hair: false }

/** A mask of `value` between two columns, in all rows. */
function columns(from: number, to: number, value = 255): Mask {
  const data = Uint8Array.from({ length: SIZE }, (_, i) =>
    i % WIDTH >= from && i % WIDTH < to ? value : 0,
  )
  return { width: WIDTH, height: HEIGHT, data }
}

const picture: Picture = {
  width: WIDTH,
  height: HEIGHT,
  data: new Uint8ClampedArray(4 * SIZE).fill(200),
}

function bodyOf(mask: Mask): Body {
  return { box: { left: 0, top: 0, width: WIDTH, height: HEIGHT }, score: 1, landmarks: [], mask }
}

/** The value of a mask in the middle row. */
const at = ({ data }: { data: Uint8Array }, x: number) => data[40 * WIDTH + x]!

describe('the mattes of one person', () => {
  const alone = personMattes(picture, bodyOf(columns(40, 80)), [], OPTIONS)

  test('are full inside and 0 away from them, and protect nobody', () => {
    expect(at(alone.matte, 60)).toBe(255)
    expect(at(alone.matte, 20)).toBe(0)
    expect(alone.protection.data.every((value) => value === 0)).toBe(true)
  })

  test('have a support that reaches past the matte by about two sigmas, and an occlusion as wide', () => {
    for (const x of [39, 38, 80, 81]) {
      expect(at(alone.matte, x)).toBe(0)
      expect(at(alone.support, x)).toBeGreaterThan(0)
      expect(alone.occlusion[40 * WIDTH + x]).toBe(1)
    }
    for (const x of [34, 85]) {
      expect(at(alone.support, x)).toBe(0)
      expect(alone.occlusion[40 * WIDTH + x]).toBe(0)
    }
  })

  test('stretch weak values of the mask to nothing and strong ones to all', () => {
    const soft = (value: number) =>
      at(personMattes(picture, bodyOf(columns(40, 80, value)), [], OPTIONS).matte, 60)
    expect(soft(56)).toBe(0)
    expect(soft(145)).toBeGreaterThan(110)
    expect(soft(145)).toBeLessThan(145)
    expect(soft(235)).toBe(255)
  })
})

describe('the mattes of one person beside another', () => {
  test('protect the other person and occlude both', () => {
    const mattes = personMattes(
      picture,
      bodyOf(columns(30, 60)),
      [{ mask: columns(60, 100) }],
      OPTIONS,
    )
    expect(at(mattes.protection, 80)).toBe(255)
    expect(at(mattes.protection, 45)).toBe(0)
    expect(at(mattes.matte, 80)).toBe(0)
    expect(at(mattes.support, 61)).toBe(0)
    for (const x of [45, 80]) expect(mattes.occlusion[40 * WIDTH + x]).toBe(1)
  })

  test('give a pixel that both claim to the stronger mask', () => {
    const spill = personMattes(
      picture,
      bodyOf(columns(30, 60)),
      [{ mask: columns(50, 100, 120) }],
      OPTIONS,
    )
    expect(at(spill.protection, 55)).toBe(0)
    expect(at(spill.matte, 55)).toBe(255)
    const weak = personMattes(
      picture,
      bodyOf(columns(30, 60, 120)),
      [{ mask: columns(50, 100) }],
      OPTIONS,
    )
    expect(at(weak.protection, 55)).toBe(255)
    expect(at(weak.matte, 55)).toBe(0)
  })
})
