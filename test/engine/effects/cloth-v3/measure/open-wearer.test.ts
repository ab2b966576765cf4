import { expect, test } from 'vitest'
import { openWearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { personGrid } from '../../../../../engine/regions/person/person-grid.ts'
import { type ByRegion, byRegion } from '../../../../../engine/regions/region-names.ts'
import { BODY, type Body } from '../../../../../engine/vision/bodies/body.ts'

const SIZE = { width: 320, height: 400 } as const
/** The columns between which a top lies, and where the arms beside it end. */
const TOP = [100, 220] as const
const ARMS = [60, 260] as const

type Rgb = readonly number[]

const POINTS = {
  nose: [160, 20],
  leftShoulder: [230, 70],
  rightShoulder: [90, 70],
  leftElbow: [240, 200],
  rightElbow: [80, 200],
  leftWrist: [240, 330],
  rightWrist: [80, 330],
  leftHip: [195, 330],
  rightHip: [125, 330],
} as const

/**
 * The regions of somebody whose arms hang beside a top, as the wearer of a garment has them.
 * @param colourAt what is painted, by how far beyond the top's edge at the right it lies
 * @param skinFrom where what is told as skin begins at the right, in rows
 */
function opened(colourAt: (beyond: number) => Rgb, skinFrom: (y: number) => number) {
  const { regions } = wearerOf(colourAt, skinFrom)
  return (name: 'upper-garment' | 'body-skin', x: number, y: number): number =>
    regions[name].data[y * SIZE.width + x]!
}

/** The same as a whole. @param levelAt what the mask has of the person @default it is sure */
function wearerOf(
  colourAt: (beyond: number, y: number) => Rgb,
  skinFrom: (y: number) => number,
  levelAt: (x: number, y: number) => number = () => 255,
) {
  return wearerIn(
    (x, y) => colourAt(x < TOP[0] ? 20 : x - TOP[1], y),
    (x, y) => {
      if (y < 50 || x < ARMS[0] || x >= ARMS[1]) return {}
      return x < TOP[0] || x >= skinFrom(y) ? { 'body-skin': 1 } : { 'upper-garment': 1 }
    },
    levelAt,
  )
}

/**
 * Somebody of any regions.
 * @param colourAt what is painted where there is some @param told their shares of a pixel
 */
function wearerIn(
  colourAt: (x: number, y: number) => Rgb,
  told: (x: number, y: number) => Partial<ByRegion<number>>,
  levelAt: (x: number, y: number) => number = () => 255,
) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  for (let at = 0; at < mask.data.length; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    if (Object.keys(told(x, y)).length === 0) continue
    mask.data[at] = levelAt(x, y)
    data.set(colourAt(x, y), 4 * at)
  }
  const landmarks = Array.from({ length: 33 }, () => ({ x: 160, y: 390, z: 0, visibility: 1 }))
  for (const [name, [x, y]] of Object.entries(POINTS)) {
    landmarks[BODY[name as keyof typeof POINTS]] = { x, y, z: 0, visibility: 1 }
  }
  const box = { left: 40, top: 0, width: 240, height: 400 }
  const body = { box, landmarks, mask, score: 1 } as unknown as Body
  const picture = { ...SIZE, data }
  const grid = personGrid(picture, body, undefined)
  const shares = byRegion(() => new Float32Array(grid.width * grid.height))
  for (let i = 0; i < grid.width * grid.height; i++) {
    const x = grid.area.left + ((i % grid.width) + 0.5) * grid.scale
    const y = grid.area.top + (Math.floor(i / grid.width) + 0.5) * grid.scale
    for (const [name, share] of Object.entries(told(Math.floor(x), Math.floor(y)))) {
      shares[name as keyof ByRegion<number>][i] = share
    }
  }
  const found = { grid, shares, confidence: byRegion(() => 1) }
  return openWearer(picture, body, undefined, found as never)
}

test('who is dressed has a top with its shaded rim beyond the crease beside an arm', () => {
  // What lies before the crease has the hue of skin, and passes for it.
  const at = opened(
    (by) =>
      by < -5
        ? [240, 204, 180]
        : by < -2
          ? [200, 170, 150]
          : by < 1
            ? [60, 51, 45]
            : [190, 160, 140],
    () => TOP[1] - 5,
  )
  expect(at('upper-garment', TOP[1] - 4, 200)).toBeGreaterThan(200)
})

test('whoever is dressed is no wall that shows between an arm and the trunk', () => {
  const gap = { left: 205, right: 220 }
  const isGap = (x: number, y: number) => x >= gap.left && x < gap.right && y > 150 && y < 280
  const white = [255, 255, 255]
  const { body, gaps, regions, traced } = wearerOf(
    (by, y) => (isGap(TOP[1] + by, y) ? white : by < 0 ? [150, 120, 190] : [190, 160, 140]),
    () => TOP[1],
    (x, y) => (isGap(x, y) ? 150 : 255),
  )
  for (let y = 155; y < 275; y++) {
    const row = Array.from({ length: 30 }, (_, n) => body.mask.data[y * SIZE.width + 200 + n])
    expect(row.slice(6, 19), `row ${y}`).toEqual(Array(13).fill(0))
    expect([row[3], row[22]]).toEqual([255, 255])
    expect(gaps[y * SIZE.width + 212]).toBe(1)
    expect(regions['upper-garment'].data[y * SIZE.width + 212]).toBe(0)
    // The edge of the arm is traced beside it, too.
    expect(traced[y * SIZE.width + 221]).toBe(1)
  }
})

test('who is dressed has arms that end where the picture shows it', () => {
  const at = opened(
    (by) => (by < 0 ? [235, 225, 220] : [190, 160, 140]),
    (y) => TOP[1] + (Math.floor(y / 9) % 2 === 0 ? 4 : -4),
  )
  for (let y = 120; y < 300; y++) {
    const beyond = Array.from({ length: 50 }, (_, n) => at('body-skin', 200 + n, y) / 255)
    const edge = 250 - beyond.reduce((sum, share) => sum + share, 0)
    expect(Math.abs(edge - TOP[1]), `row ${y}`).toBeLessThan(0.9)
  }
})

test('who is dressed has skin where shade away from the hair passes for some of it', () => {
  const isIn = (x: number, y: number, [left, right, top, end]: readonly number[]): boolean =>
    x >= left! && x < right! && y >= top! && y < end!
  const isHair = (x: number, y: number) => isIn(x, y, [120, 200, 0, 40])
  const isShade = (x: number, y: number) => isIn(x, y, [140, 180, 80, 110])
  const isNeck = (x: number, y: number) => isIn(x, y, [115, 205, 40, 150])
  const { regions } = wearerIn(
    (x, y) => {
      if (isHair(x, y)) return [50, 40, 35]
      if (isShade(x, y)) return [120, 80, 55]
      return isNeck(x, y) || x < TOP[0] || x >= TOP[1] ? [210, 160, 130] : [150, 120, 190]
    },
    (x, y) => {
      if (isHair(x, y)) return { hair: 1 }
      if (isShade(x, y)) return { hair: 0.4, 'body-skin': 0.6 }
      if (isNeck(x, y)) return { 'body-skin': 1 }
      if (y < 50 || x < ARMS[0] || x >= ARMS[1]) return {}
      return { [x < TOP[0] || x >= TOP[1] ? 'body-skin' : 'upper-garment']: 1 }
    },
  )
  const at = 95 * SIZE.width + 160
  expect(regions.hair.data[20 * SIZE.width + 160]).toBeGreaterThan(240)
  expect(regions.hair.data[at]).toBe(0)
  expect(regions['body-skin'].data[at]).toBeGreaterThan(240)
})

test('who is dressed has no cloth by a hand that hung together with the top by what has the colour of skin', () => {
  const isRow = (y: number): boolean => y >= 240 && y < 290
  const isPiece = (x: number, y: number) => isRow(y) && x >= ARMS[1] && x < ARMS[1] + 18
  const isTop = (x: number, y: number) => y < 335 && x >= TOP[0] && x < TOP[1]
  const { regions } = wearerIn(
    (x, y) => {
      if (isTop(x, y) || isPiece(x, y)) return [200, 60, 60]
      return x >= TOP[0] && x < TOP[1] ? [60, 80, 160] : [220, 170, 140]
    },
    (x, y) => {
      if (isTop(x, y) || isPiece(x, y)) return { 'upper-garment': 1 }
      if (y < 50 || x < ARMS[0] || x >= ARMS[1]) return {}
      // So much of the arm passes for the top as well.
      if (isRow(y) && x >= TOP[1]) return { 'upper-garment': 1 }
      return { [x < TOP[0] || x >= TOP[1] ? 'body-skin' : 'lower-garment']: 1 }
    },
  )
  const upper = (x: number, y: number) => regions['upper-garment'].data[y * SIZE.width + x]
  for (const y of [250, 265, 280]) expect([upper(160, y), upper(269, y)]).toEqual([255, 0])
})
