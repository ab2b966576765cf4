import { expect, test } from 'vitest'
import { openWearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { personGrid } from '../../../../../engine/regions/person/person-grid.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'
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
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  const told = (x: number, y: number): 'upper-garment' | 'body-skin' | undefined => {
    if (y < 50 || x < ARMS[0] || x >= ARMS[1]) return undefined
    return x < TOP[0] || x >= skinFrom(y) ? 'body-skin' : 'upper-garment'
  }
  for (let at = 0; at < mask.data.length; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    if (!told(x, y)) continue
    mask.data[at] = levelAt(x, y)
    data.set(x < TOP[0] ? colourAt(20, y) : colourAt(x - TOP[1], y), 4 * at)
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
    const name = told(Math.floor(x), Math.floor(y))
    if (name) shares[name][i] = 1
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
  const { body, gaps } = wearerOf(
    (by, y) => (isGap(TOP[1] + by, y) ? white : by < 0 ? [150, 120, 190] : [190, 160, 140]),
    () => TOP[1],
    (x, y) => (isGap(x, y) ? 150 : 255),
  )
  for (let y = 155; y < 275; y++) {
    const row = Array.from({ length: 30 }, (_, n) => body.mask.data[y * SIZE.width + 200 + n])
    expect(row.slice(6, 19), `row ${y}`).toEqual(Array(13).fill(0))
    expect([row[3], row[22]]).toEqual([255, 255])
    expect(gaps[y * SIZE.width + 212]).toBe(1)
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
