import { expect, test } from 'vitest'
import { withoutMixedRims } from '../../../../../engine/effects/cloth-v3/measure/without-mixed-rims.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 200, height: 100 } as const
const [WALL, SKIN, CLOTH] = [
  [250, 250, 250],
  [150, 100, 80],
  [60, 40, 110],
] as const

/** A neck and a shoulder before a wall, with a rim of two pixels at x 98 that passes for cloth, and a top below. */
function withRim(rim: readonly number[]) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const plane = (): Mask => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) })
  const [regions, mask] = [byRegion(plane), plane()]
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const isRim = x >= 98 && x < 100
    const kind = y >= 60 ? 'cloth' : isRim ? 'rim' : x < 98 ? 'skin' : 'wall'
    data.set({ cloth: CLOTH, rim, skin: SKIN, wall: WALL }[kind], 4 * at)
    if (kind === 'wall' || x >= 100) continue
    mask.data[at] = 255
    regions[kind === 'skin' ? 'body-skin' : 'upper-garment'].data[at] = 255
  }
  const found = withoutMixedRims({ ...SIZE, data }, regions, { mask, shoulders: 150 })
  return (x: number, y: number): number => found['upper-garment'].data[y * SIZE.width + x]!
}

test('where the colours of skin and wall mix is no cloth', () => {
  const level = withRim([200, 175, 165])
  for (const y of [10, 30, 50]) for (const x of [98, 99]) expect(level(x, y)).toBe(0)
  expect(level(50, 80)).toBe(255)
  expect(level(99, 80)).toBe(255)
})

test('a strap of the colour of the top stays, as thin as it is', () => {
  const level = withRim([64, 44, 112])
  for (const y of [10, 30, 50]) expect(level(98, y)).toBe(255)
})
