import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { cleanReference } from '../../../../../engine/effects/hair-transfer/reference/clean-reference.ts'

const SIZE = { width: 200, height: 200 }
const HAIR = [60, 40, 30] as const
const SKIN = [230, 180, 150] as const
const WALL = [200, 210, 200] as const
const FRAME = [90, 60, 40] as const
const CLOTH = [200, 60, 50] as const

/** Where the hair of the head below is: a block over its forehead. */
const isHair = (x: number, y: number) => x >= 50 && x < 150 && y >= 30 && y < 90
/** And its face. */
const isFace = (x: number, y: number) => x >= 60 && x < 140 && y >= 90 && y < 180
const at = (x: number, y: number) => y * SIZE.width + x

type Pixel = { alpha: number; level: readonly number[] }

/** A head a hundred pixels wide; `change` says what is otherwise, `isCloth` where clothes are. */
function head(
  change: (x: number, y: number) => Partial<Pixel> | undefined,
  isCloth: (x: number, y: number) => boolean = () => false,
): Head {
  const count = SIZE.width * SIZE.height
  const plane = (of: (x: number, y: number) => number) =>
    Float32Array.from({ length: count }, (_, n) => of(n % SIZE.width, Math.floor(n / SIZE.width)))
  const pixel = (x: number, y: number): Pixel => ({
    alpha: isHair(x, y) ? 1 : 0,
    level: isHair(x, y) ? HAIR : isFace(x, y) ? SKIN : WALL,
    ...change(x, y),
  })
  const data = new Uint8ClampedArray(4 * count)
  for (let n = 0; n < count; n++) {
    data.set([...pixel(n % SIZE.width, Math.floor(n / SIZE.width)).level, 255], 4 * n)
  }
  const level = (c: number) => plane((x, y) => pixel(x, y).level[c]!)
  return {
    picture: { ...SIZE, data },
    frame: {
      faceWidth: 100,
      centre: { x: 100, y: 120 },
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
      oval: [],
    },
    hair: {
      ...SIZE,
      alpha: plane((x, y) => pixel(x, y).alpha),
      red: level(0),
      green: level(1),
      blue: level(2),
    },
    regions: {
      skin: plane((x, y) => (isFace(x, y) ? 1 : 0)),
      cloth: plane((x, y) => (isCloth(x, y) ? 1 : 0)),
      person: plane((x, y) => (isFace(x, y) || isHair(x, y) ? 1 : 0)),
      grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE },
    },
  } as unknown as Head
}

test('a line of the wall that touches hair stays behind, a single hair comes along', () => {
  const isLine = (x: number) => x >= 152 && x < 154
  const isStray = (x: number, y: number) => y >= 50 && y < 52 && x >= 30 && x < 50
  const { alpha } = cleanReference(
    head((x, y) => {
      if (isLine(x)) return { level: FRAME, alpha: y >= 40 && y < 80 ? 0.9 : 0 }
      return isStray(x, y) ? { level: HAIR, alpha: 0.9 } : undefined
    }),
  )
  expect(alpha[at(153, 60)]).toBe(0)
  expect(alpha[at(149, 60)]).toBe(1)
  expect(alpha[at(35, 50)]).toBeCloseTo(0.9)
})

test('an earring in the midst of hair becomes hair, the ground between two locks does not', () => {
  const isEarring = (x: number, y: number) => Math.abs(x - 75) < 3 && Math.abs(y - 60) < 3
  const isBetween = (x: number, y: number) => x >= 130 && x < 136 && y >= 60 && y < 90
  const { alpha, red } = cleanReference(
    head((x, y) => {
      if (isEarring(x, y)) return { level: [250, 250, 250], alpha: 0.3 }
      return isBetween(x, y) ? { level: WALL, alpha: 0 } : undefined
    }),
  )
  expect(alpha[at(75, 60)]).toBeGreaterThan(0.99)
  expect(red[at(75, 60)]).toBeLessThan(80)
  expect(alpha[at(133, 75)]).toBe(0)
})

test('a lock above the forehead that ends in the colour of the skin stays hair', () => {
  const isLight = (x: number, y: number) => Math.abs(x - 100) < 2 && y >= 80 && y < 90
  const { alpha, red } = cleanReference(
    head((x, y) => (isLight(x, y) ? { level: SKIN, alpha: 0.4 } : undefined)),
  )
  expect(alpha[at(100, 85)]).toBeGreaterThan(0.9)
  expect(red[at(100, 82)]).toBeLessThan(140)
})

test('skin that shines at the hairline takes the colour of the hair, hair above keeps its own', () => {
  const mixed = HAIR.map((level, c) => (level + SKIN[c]!) / 2)
  const { red } = cleanReference(
    head((x, y) => (isHair(x, y) && y >= 87 ? { level: mixed } : undefined)),
  )
  expect(red[at(100, 88)]).toBeLessThan(90)
  expect(red[at(100, 60)]).toBeCloseTo(HAIR[0], 3)
})

test('dark hair at the hairline that lost too much of the skin’s colour keeps the hue of the hair', () => {
  // A fifth of the way to the skin was taken out of hair that holds none of it.
  const thin = HAIR.map((level, c) => level - 0.2 * (SKIN[c]! - level))
  const { red, blue } = cleanReference(
    head((x, y) => (isHair(x, y) && y >= 86 ? { level: thin } : undefined)),
  )
  expect(thin[0]! - thin[2]!).toBeLessThan(22)
  expect(red[at(100, 88)]! - blue[at(100, 88)]!).toBeGreaterThan(26)
})

test('a collar that shines through where hair ends takes the colour of the hair', () => {
  const mixed = HAIR.map((level, c) => level + 0.3 * (CLOTH[c]! - level))
  const isCloth = (x: number, y: number) => x >= 150 && x < 190 && y >= 30 && y < 90
  const { red } = cleanReference(
    head((x, y) => {
      if (isCloth(x, y)) return { level: CLOTH }
      return isHair(x, y) && x >= 147 ? { level: mixed } : undefined
    }, isCloth),
  )
  expect(mixed[0]).toBeGreaterThan(100)
  expect(red[at(148, 60)]).toBeLessThan(70)
  expect(red[at(100, 60)]).toBeCloseTo(HAIR[0], 3)
})
