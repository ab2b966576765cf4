import { expect, test } from 'vitest'
import { withOwnColours } from '../../../../../engine/effects/cloth-v3/measure/with-own-colours.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { type ByRegion, byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 240, height: 330 } as const
const COLOURS = {
  wall: [240, 240, 240],
  top: [200, 60, 60],
  trousers: [60, 80, 160],
  skin: [220, 170, 140],
} as const

/** Somebody in a top and trousers, one arm along the hips. */
function shownAt(x: number, y: number): keyof typeof COLOURS {
  if (y < 50) return 'wall'
  if (x >= 160 && x < 184 && y < 290) return 'skin'
  if (x < 80 || x >= 160) return 'wall'
  return y < 150 ? 'top' : 'trousers'
}

/** What the regions take a pixel for: beside the arm they are wrong. */
function toldAt(x: number, y: number): keyof ByRegion<Mask> | undefined {
  if (x >= 148 && x < 160 && y >= 150 && y < 230) return 'upper-garment'
  if (x >= 152 && x < 160 && y >= 230 && y < 270) return 'body-skin'
  if (x >= 184 && x < 190 && y >= 160 && y < 260) return 'upper-garment'
  const shown = shownAt(x, y)
  return ({ top: 'upper-garment', trousers: 'lower-garment', skin: 'body-skin' } as const)[
    shown as 'top' | 'trousers' | 'skin'
  ]
}

/** What the regions hold, in other colours for some, and one row of the arm's outline as the camera mixed it. */
function found(colours: Partial<Record<keyof typeof COLOURS, readonly number[]>> = {}) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const regions = byRegion(
    (): Mask => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }),
  )
  const mask: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    data.set({ ...COLOURS, ...colours }[shownAt(x, y)], 4 * at)
    if (colours.skin && x >= 182 && x < 184 && shownAt(x, y) === 'skin')
      data.set(colours.top!, 4 * at)
    const told = toldAt(x, y)
    if (!told) continue
    regions[told].data[at] = 255
    mask.data[at] = 255
  }
  const torso = {
    origin: { x: 120, y: 50 },
    right: { x: 1, y: 0 },
    down: { x: 0, y: 1 },
    shoulders: 100,
    length: 140,
  }
  const arms = [70, 172].map((x) => [60, 150, 270].map((y) => ({ x, y })))
  const own = withOwnColours({ ...SIZE, data }, regions, { mask, arms, torso })
  return (name: keyof typeof own, x: number, y: number): number =>
    own[name].data[y * SIZE.width + x]!
}

test('beside an arm at the hips regions have the colours of what they are', () => {
  const level = found()
  // Trousers that passed for the top, and for the skin of the arm.
  for (const [x, y] of [
    [154, 190],
    [156, 250],
  ] as const) {
    expect(level('lower-garment', x, y)).toBe(255)
    expect(level('upper-garment', x, y) + level('body-skin', x, y)).toBe(0)
  }
  // A wall that passed for the top is none of it.
  expect(level('upper-garment', 187, 200)).toBe(0)
  expect(level('upper-garment', 120, 140)).toBe(255)
  expect(level('body-skin', 172, 200)).toBe(255)
})

test('the outline of an arm, in which skin and wall mix to the colour of the top, stays skin', () => {
  const level = found({ skin: [150, 100, 80], top: [205, 165, 150] })
  for (const y of [266, 274, 280]) {
    expect(level('body-skin', 183, y)).toBe(255)
    expect(level('upper-garment', 183, y)).toBe(0)
  }
})
