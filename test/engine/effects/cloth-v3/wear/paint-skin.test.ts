import { expect, test } from 'vitest'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import type { Mask, Picture } from '../../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../../engine/raster/seeded-random.ts'
import { replaceUncovered } from './replace-uncovered.ts'

const SIZE = { width: 200, height: 160 } as const

/** The rows from which on old cloth lies on the chest, and the new garment; the columns between which it is open. */
const [OLD, NEW, FROM, TO] = [60, 90, 60, 140] as const
const SKIN = [190, 140, 110] as const

/** How the old cloth's colour runs into the skin, in pixels: cameras and files smear edges. */
const SMEARED = 2

const HAIR_FROM = 130

function maskOf(is: (x: number, y: number) => boolean): Mask {
  const data = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
    is(at % SIZE.width, Math.floor(at / SIZE.width)) ? 255 : 0,
  )
  return { ...SIZE, data }
}

/** A plane of grain of this deviation, a little soft. */
function grainOf(deviation: number): (x: number, y: number) => number {
  const random = seededRandom(77)
  const white = Float32Array.from({ length: SIZE.width * (SIZE.height + 1) + 1 }, () => {
    return random() + random() + random() + random() - 2
  })
  // The variance of four uniform values is a third; the mean of four neighbours has half of the deviation.
  return (x, y) => {
    const at = y * SIZE.width + x
    const sum = white[at]! + white[at + 1]! + white[at + SIZE.width]! + white[at + SIZE.width + 1]!
    return deviation * (sum / 2) * Math.sqrt(3)
  }
}

/** Somebody's neck and chest, which grow lighter to the right, in new cloth that is cut lower than what was worn. */
function dressed({ grain = 0, cloth = 30, hasHair = false, slope = 0 }): Picture {
  const none = maskOf(() => false)
  const hair = maskOf((x, y) => hasHair && x >= HAIR_FROM && y < 75)
  const isHair = (x: number, y: number): boolean => hair.data[y * SIZE.width + x] === 255
  const worn = maskOf((x, y) => y >= OLD && !isHair(x, y))
  const skin = maskOf((x, y) => y < OLD && !isHair(x, y))
  const noise = grainOf(grain)
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const old = Math.min(1, Math.max(0, (y - OLD + SMEARED) / SMEARED))
    for (const [c, level] of SKIN.entries()) {
      const own = level + slope * (x - 100) + noise(x, y)
      data[4 * at + c] = isHair(x, y) ? 20 : own * (1 - old) + cloth * old
    }
  }
  const axes = { origin: { x: 100, y: 60 }, right: { x: 1, y: 0 }, down: { x: 0, y: 1 } }
  const wearer = {
    picture: { ...SIZE, data },
    body: { mask: maskOf(() => true) },
    arms: [],
    torso: { ...axes, shoulders: 220, length: 300 },
    regions: {
      hair,
      'face-skin': none,
      'body-skin': skin,
      'upper-garment': worn,
      'lower-garment': none,
      shoes: none,
      other: none,
    },
  } as unknown as Wearer
  const covered = Float32Array.from(worn.data, (_, at) => {
    const x = at % SIZE.width
    return x >= FROM && x < TO && at < NEW * SIZE.width ? 0 : 1
  })
  const neckline = [
    { x: FROM, y: 40 },
    { x: FROM + 1, y: NEW },
    { x: TO - 1, y: NEW },
    { x: TO, y: 40 },
  ]
  const heights = { from: -Infinity, to: Infinity }
  return replaceUncovered(wearer, { instead: worn, heights, neckline }, covered)
}

/** The mean level of a colour in a part of a picture. */
function meanOf(
  { data }: Picture,
  c: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number {
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) sum += data[4 * (y * SIZE.width + x) + c]!
  }
  return sum / (right - left) / (bottom - top)
}

/** The root of the mean square of the differences between neighbours in a row: the strength of fine grain. */
function roughnessOf(
  { data }: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number {
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = 4 * (y * SIZE.width + x)
      sum += (data[at + 4]! - data[at]!) ** 2
    }
  }
  return Math.sqrt(sum / (right - left) / (bottom - top))
}

test('no step shows where made up skin begins, and nothing of the old cloth', () => {
  for (const cloth of [20, 250]) {
    const out = dressed({ cloth, slope: 0.5 })
    for (let x = FROM + 5; x < TO - 10; x += 5) {
      for (const c of [0, 1, 2]) {
        const rows = [-6, -4, -2, 0, 2, 4].map((by) =>
          meanOf(out, c, [x, OLD + by, x + 5, OLD + by + 2]),
        )
        const step = Math.max(...rows.slice(1).map((level, n) => Math.abs(level - rows[n]!)))
        expect(step, `cloth ${cloth}, column ${x}, colour ${c}`).toBeLessThan(2.5)
      }
    }
  }
})

test('shading across the neck is carried on below the old collar', () => {
  const out = dressed({ slope: 0.5 })
  const across = (top: number): number =>
    meanOf(out, 0, [115, top, 125, top + 4]) - meanOf(out, 0, [75, top, 85, top + 4])
  expect(across(OLD + 6)).toBeGreaterThan(0.7 * across(OLD - 12))
})

test('made up skin is as grainy as the skin around it', () => {
  for (const grain of [1.5, 5]) {
    const out = dressed({ grain })
    const own = roughnessOf(out, [70, 20, 125, 50])
    const made = roughnessOf(out, [70, OLD + 6, 125, NEW - 4])
    expect(made / own, `grain ${grain}`).toBeGreaterThan(0.75)
    expect(made / own, `grain ${grain}`).toBeLessThan(1.33)
  }
})

test('hair beside the collar keeps its colour to itself', () => {
  const out = dressed({ hasHair: true })
  for (const c of [0, 1, 2]) {
    const level = meanOf(out, c, [HAIR_FROM - 8, OLD + 4, HAIR_FROM - 2, OLD + 14])
    expect(Math.abs(level - SKIN[c]!), `colour ${c}`).toBeLessThan(3)
  }
})
