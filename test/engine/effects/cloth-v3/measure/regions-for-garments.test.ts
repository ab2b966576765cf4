import { describe, expect, test } from 'vitest'
import { withBareArms } from '../../../../../engine/effects/cloth-v3/measure/bare-arms.ts'
import { withHairOverCloth } from '../../../../../engine/effects/cloth-v3/measure/hair-over-cloth.ts'
import type { Mask, Picture } from '../../../../../engine/raster/picture.ts'
import { type ByRegion, byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 120, height: 120 } as const
const SHOULDERS = 80

type Rgb = readonly [number, number, number]

/** A picture and its regions by what each pixel is. */
function scene(at: (x: number, y: number) => { colour: Rgb; region: keyof ByRegion<Mask> }) {
  const picture: Picture = {
    ...SIZE,
    data: new Uint8ClampedArray(SIZE.width * SIZE.height * 4),
  }
  const regions = byRegion(
    (): Mask => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }),
  )
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const { colour, region } = at(i % SIZE.width, Math.floor(i / SIZE.width))
    picture.data.set([...colour, 255], i * 4)
    regions[region].data[i] = 255
  }
  return { picture, regions }
}

const isBraid = (x: number, y: number): boolean => Math.abs(x - 60) < 8 && y < 80

function braid(hair: Rgb, cloth: Rgb) {
  return scene((x, y) => ({
    colour: y < 20 || isBraid(x, y) ? hair : cloth,
    region: y < 20 ? 'hair' : 'upper-garment',
  }))
}

test('a braid over a white top is hair, and the top beside it is not', () => {
  const { picture, regions } = braid([120, 90, 50], [235, 235, 238])
  const found = withHairOverCloth(picture, regions, SHOULDERS)
  const value = (name: keyof ByRegion<Mask>, x: number, y: number): number =>
    found[name].data[y * SIZE.width + x]!
  expect(value('hair', 60, 60)).toBeGreaterThan(240)
  expect(value('upper-garment', 60, 60)).toBeLessThan(15)
  expect(value('hair', 85, 60)).toBe(0)
  expect(value('upper-garment', 85, 60)).toBe(255)
})

test('a top of the colour of the hair stays a top', () => {
  const { picture, regions } = braid([120, 90, 50], [124, 92, 54])
  expect(withHairOverCloth(picture, regions, SHOULDERS)).toBe(regions)
})

test('a print of the colour of the hair that does not reach it stays cloth', () => {
  const { picture, regions } = scene((x, y) => ({
    colour: y < 20 || (isBraid(x, y) && y > 40) ? [120, 90, 50] : [235, 235, 238],
    region: y < 20 ? 'hair' : 'upper-garment',
  }))
  expect(withHairOverCloth(picture, regions, SHOULDERS)).toBe(regions)
})

describe('a rim of garment along a bare arm', () => {
  const arm = [
    { x: 60, y: 0 },
    { x: 60, y: 60 },
    { x: 60, y: 119 },
  ]
  /** What is left of it: cloth above, and rims beside skin of a colour. */
  function leftOf(rim: [number, number, number]): Uint8Array | Uint8ClampedArray {
    const { picture, regions } = scene((x, y) => {
      if (Math.abs(x - 60) > 12) return { colour: [240, 240, 240], region: 'other' }
      if (y < 40) return { colour: [230, 130, 20], region: 'upper-garment' }
      return Math.abs(x - 60) > 10
        ? { colour: rim, region: 'upper-garment' }
        : { colour: [200, 150, 130], region: 'body-skin' }
    })
    const data = regions.other.data.map((share) => 255 - share)
    const mask = { ...SIZE, data }
    const person = { mask, arms: [arm], shoulders: SHOULDERS }
    return withBareArms(picture, regions, person)['upper-garment'].data
  }

  test('is none, and a sleeve is one', () => {
    const cloth = leftOf([220, 195, 185])
    expect(cloth[80 * SIZE.width + 71]).toBe(0)
    expect(cloth[49 * SIZE.width + 49]).toBe(0)
    expect(cloth[20 * SIZE.width + 60]).toBe(255)
    expect(cloth[39 * SIZE.width + 60]).toBe(255)
  })

  test('is the edge of a strap where it has its very colour', () => {
    expect(leftOf([226, 128, 24])[80 * SIZE.width + 71]).toBe(255)
  })
})
