import { expect, test } from 'vitest'
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

test('a rim of garment along a bare arm is none, and a sleeve is one', () => {
  const arm = [
    { x: 60, y: 0 },
    { x: 60, y: 60 },
    { x: 60, y: 119 },
  ]
  const { regions } = scene((x, y) => ({
    colour: [0, 0, 0],
    region:
      Math.abs(x - 60) > 12
        ? 'other'
        : y < 40 || Math.abs(x - 60) > 10
          ? 'upper-garment'
          : 'body-skin',
  }))
  const cloth = withBareArms(regions, [arm], SHOULDERS)['upper-garment'].data
  expect(cloth[80 * SIZE.width + 71]).toBe(0)
  expect(cloth[49 * SIZE.width + 49]).toBe(0)
  expect(cloth[20 * SIZE.width + 60]).toBe(255)
  expect(cloth[39 * SIZE.width + 60]).toBe(255)
})
