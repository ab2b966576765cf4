import { expect, test } from 'vitest'
import { withShadedRims } from '../../../../../engine/effects/cloth-v3/measure/with-shaded-rims.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 300, height: 260 } as const
const TORSO = {
  origin: { x: 100, y: 30 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 200,
  length: 240,
}
/** Where an arm begins beside a top, and where what passes for its skin does. */
const [ARM, SKIN] = [200, 195]

type Rgb = readonly [number, number, number]

/**
 * Columns of a white top, of its shaded rim, of a crease so dark, and of an arm.
 * @param hues of the top and of the rim @default that of skin in both, and how many `rows` the crease goes down
 */
function found(crease: number, finger = 0, hues: { top?: Rgb; rim?: Rgb; rows?: number } = {}) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const regions = byRegion(
    (): Mask => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }),
  )
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const isCrease =
      x >= ARM - 2 && x < ARM + 1 && (!hues.rows || (y >= 120 && y < 120 + hues.rows))
    const colour = isCrease ? crease : x < SKIN ? 240 : x < ARM ? 200 : 190
    const own = x < SKIN ? hues.top : x < ARM ? hues.rim : undefined
    data.set(
      (own ?? [1, 0.85, 0.75]).map((share) => share * colour),
      4 * at,
    )
    regions[x >= SKIN - finger ? 'body-skin' : 'upper-garment'].data[at] = 255
  }
  const arm = [40, 130, 220].map((y) => ({ x: 235, y })) as never
  const { 'upper-garment': upper, 'body-skin': skin } = withShadedRims(
    { ...SIZE, data },
    regions,
    [arm],
    TORSO,
  )
  return (x: number, y: number) => [upper, skin].map(({ data }) => data[y * SIZE.width + x]!)
}

test('the rim of a top beyond the dark crease beside an arm is none of its skin', () => {
  const regionsAt = found(60)
  for (const y of [80, 130, 200]) {
    for (const x of [SKIN, SKIN + 1, ARM - 3]) expect(regionsAt(x, y), `${x}`).toEqual([255, 0])
    for (const x of [ARM + 3, ARM + 30]) expect(regionsAt(x, y), `${x}`).toEqual([0, 255])
  }
})

test('without a crease what passes for skin is', () => {
  expect(found(195)(SKIN + 2, 130)).toEqual([0, 255])
})

test('and so is what is as wide as a finger beyond one', () => {
  expect(found(60, 10)(SKIN, 130)).toEqual([0, 255])
})

test('between the crease and an armhole the skin of the trunk stays skin, unlike cloth that the arm throws its light on', () => {
  const blue: Rgb = [0.7, 0.8, 1]
  expect(found(60, 0, { top: blue })(SKIN + 1, 130)).toEqual([0, 255])
  expect(found(60, 0, { top: blue, rim: [0.95, 0.83, 0.82] })(SKIN + 1, 130)).toEqual([0, 255])
  expect(found(60, 0, { top: blue, rim: [0.9, 0.83, 0.87] })(SKIN + 1, 130)).toEqual([255, 0])
  // A top in a hue so near to that of skin tells nothing.
  expect(found(60, 0, { top: [1, 0.88, 0.8] })(SKIN + 1, 130)).toEqual([255, 0])
  expect(found(60, 0, { top: [1, 0.97, 0.96] })(SKIN + 1, 130)).toEqual([0, 255])
})

test('and less of it than a patch is the crease itself, whatever its hue', () => {
  const blue: Rgb = [0.7, 0.8, 1]
  expect(found(60, 0, { top: blue, rows: 30 })(SKIN + 1, 125)).toEqual([0, 255])
  expect(found(60, 0, { top: blue, rows: 14 })(SKIN + 1, 125)).toEqual([255, 0])
})
