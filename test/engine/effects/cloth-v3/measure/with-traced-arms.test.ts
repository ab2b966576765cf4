import { describe, expect, test } from 'vitest'
import { withTracedArms } from '../../../../../engine/effects/cloth-v3/measure/with-traced-arms.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 260, height: 320 } as const
const TORSO = {
  origin: { x: 80, y: 20 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 200,
  length: 260,
}
type Rgb = readonly [number, number, number]
const SKIN: Rgb = [205, 160, 130]
const WHITE: Rgb = [240, 240, 238]

/** Where an arm begins in a row: at the right of a top, aslant. */
const armFrom = (y: number): number => 150 + 0.1 * (y - 160)
/** How far the mask of the arm is off in a row, in pixels: teeth. */
const teeth = (y: number): number => (Math.floor(y / 7) % 2 === 0 ? 4 : -4)

type Drawn = {
  cloth?: Rgb
  /** The colour beside the arm, by how far before it. @default the cloth */
  beside?: (before: number) => Rgb | undefined
  off?: (y: number) => number
  /** The rows in which the arm touches the top; in others the wall is beside it. */
  touches?: (y: number) => boolean
  /** How wide a rim before the arm passes for cloth there, in pixels. */
  rim?: number
  /** The rows in which what touches the arm is told as trousers. @default none */
  isTrousers?: (y: number) => boolean
  /** How wide a gap was found before the arm where it does not touch the top. @default none was */
  gap?: number
  /** How far before it the top goes on there, in pixels, and how surely it is of the person. @default it does not */
  trunk?: number
  sure?: number
}

/** A bare arm beside a top, of which a mask tells more or less than there is. */
function traced({
  cloth = WHITE,
  beside = () => undefined,
  off = teeth,
  touches = () => true,
  rim = 0,
  isTrousers = () => false,
  gap = 0,
  trunk = Infinity,
  sure = 255,
}: Drawn = {}) {
  const count = SIZE.width * SIZE.height
  const data = new Uint8ClampedArray(4 * count).fill(255)
  const mask = { ...SIZE, data: new Uint8Array(count) }
  const gaps = new Uint8Array(count)
  const regions = byRegion((): Mask => ({ ...SIZE, data: new Uint8Array(count) }))
  for (let at = 0; at < count; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const before = armFrom(y) - x - 0.5
    const isTrunk = !touches(y) && before > trunk
    const isCloth = isTrunk || (touches(y) && before > 0)
    data.set(before <= 0 ? SKIN : isCloth ? (beside(before) ?? cloth) : [90, 120, 160], 4 * at)
    const told = x + 0.5 >= armFrom(y) + off(y) ? 'body-skin' : 'upper-garment'
    if (told === 'upper-garment' && !touches(y) && !isTrunk && before + off(y) > rim) {
      if (before + off(y) < gap) gaps[at] = 1
      continue
    }
    const isLower = told === 'upper-garment' && isTrousers(y)
    regions[isLower ? 'lower-garment' : told].data[at] = 255
    mask.data[at] = isTrunk ? sure : 255
  }
  const arms = [[30, 160, 300].map((y) => ({ x: armFrom(y) + 28, y }))]
  const found = withTracedArms({ ...SIZE, data }, regions, { mask, arms, torso: TORSO }, gaps)
  return { ...found, mask }
}

/** How far the edge of what is skin lies from the arm's in some rows, in pixels. */
function errors({ regions }: ReturnType<typeof traced>, from = 90, to = 280): number[] {
  return Array.from({ length: to - from }, (_, n) => {
    const y = from + n
    const row = regions['body-skin'].data.subarray(y * SIZE.width, (y + 1) * SIZE.width)
    const share = row.reduce((sum, level) => sum + level / 255, 0)
    return SIZE.width - share - armFrom(y)
  })
}

describe('the edge of a bare arm beside a top', () => {
  test.each([
    ['white', WHITE],
    ['black', [25, 25, 28]],
    ['lilac', [185, 165, 220]],
  ] as const)(
    'lies where the picture shows it, and not where a mask has teeth: beside %s',
    (_, cloth) => {
      expect(Math.max(...errors(traced({ cloth })).map(Math.abs))).toBeLessThan(1.2)
    },
  )

  test('gives what is none of the arm to the top, and takes what is of it', () => {
    const { regions, traced: asked } = traced()
    for (const y of [100, 150, 200, 250]) {
      const at = y * SIZE.width + Math.floor(armFrom(y))
      expect([regions['upper-garment'].data[at - 3], regions['body-skin'].data[at - 3]]).toEqual([
        255, 0,
      ])
      expect([regions['upper-garment'].data[at + 3], regions['body-skin'].data[at + 3]]).toEqual([
        0, 255,
      ])
      expect(asked[at]).toBe(1)
      expect(asked[at + 20]).toBe(0)
    }
  })

  test('lies in the dark crease before a rim of the top in the light of the arm', () => {
    const lit: Rgb = [222, 188, 168]
    const crease: Rgb = [70, 52, 44]
    const edge = traced({
      beside: (before) => (before < 2 ? crease : before < 6 ? lit : undefined),
      off: () => -4,
    })
    for (const error of errors(edge)) {
      expect(error).toBeGreaterThan(-2.2)
      expect(error).toBeLessThan(1)
    }
  })

  test('is that of the mask without its teeth beside cloth of its own colour', () => {
    const edge = errors(traced({ cloth: SKIN }))
    const steps = edge.slice(1).map((error, n) => Math.abs(error - edge[n]!))
    expect(Math.max(...edge.map(Math.abs))).toBeLessThan(4)
    expect(Math.max(...steps)).toBeLessThan(1)
  })

  test('stays where the wall is beside it', () => {
    const apart = traced({ touches: () => false })
    expect(apart.traced.some((asked) => asked === 1)).toBe(false)
    expect(errors(apart).some((error) => Math.abs(error) > 3)).toBe(true)
  })

  test('is asked beside a gap, too, and gives no top what is no skin there', () => {
    const { regions, traced: asked, ...rest } = traced({ touches: () => false, gap: 30 })
    expect(Math.max(...errors({ regions, traced: asked, ...rest }).map(Math.abs))).toBeLessThan(1.2)
    expect(Math.max(...regions['upper-garment'].data)).toBe(0)
  })

  /** What the top has in some rows right before the arm. */
  const topBeside = ({ regions }: ReturnType<typeof traced>, from: number, end: number) =>
    Array.from({ length: end - from }, (_, n) => {
      const y = from + n
      return regions['upper-garment'].data[y * SIZE.width + Math.floor(armFrom(y)) - 2]!
    })

  test('is asked beside trousers, too, and what is no skin there is none of the top', () => {
    const from = 190
    const found = traced({ isTrousers: (y) => y >= from, cloth: [60, 80, 160] })
    expect(Math.max(...errors(found).map(Math.abs))).toBeLessThan(1.2)
    expect(new Set(topBeside(found, 90, from - 10))).toEqual(new Set([255]))
    expect(new Set(topBeside(found, from + 10, 270))).toEqual(new Set([0]))
  })

  test('gives the top what is no skin where few rows beside it pass for trousers', () => {
    const found = traced({ isTrousers: (y) => y >= 180 && y < 184, off: () => -4 })
    expect(new Set(topBeside(found, 170, 194))).toEqual(new Set([255]))
  })

  test('leaves no rim of cloth between the arm and the wall', () => {
    const isTop = (y: number) => y < 200
    const { regions } = traced({ touches: isTop, rim: 3, off: () => 0 })
    for (let y = 150; y < 270; y++) {
      const at = y * SIZE.width + Math.floor(armFrom(y)) - 2
      if (y > 180 && y < 208) continue
      expect(regions['upper-garment'].data[at], `row ${y}`).toBe(isTop(y) ? 255 : 0)
    }
  })

  test.each([
    [201, 255],
    [199, 0],
  ])('keeps a top beyond a narrow gap where the mask of the person has %d: %d', (sure, level) => {
    const narrow = { touches: (y: number) => y < 150, gap: 3, trunk: 3, off: () => 0, sure }
    const { regions } = traced(narrow)
    const levels = Array.from({ length: 60 }, (_, n) => {
      const y = 200 + n
      return regions['upper-garment'].data[y * SIZE.width + Math.floor(armFrom(y)) - 6]
    })
    expect(new Set(levels)).toEqual(new Set([level]))
  })

  test.each([
    [12, false],
    [24, true],
  ])('is asked where it touches the top in %d rows: %s', (rows, is) => {
    const touching = traced({ touches: (y) => y >= 180 && y < 180 + rows })
    expect(touching.traced.some((asked) => asked === 1)).toBe(is)
  })

  test.each([
    [6, true],
    [12, false],
  ])('is asked beside short stretches of a top that are %d rows apart: %s', (gap, is) => {
    const touching = traced({ touches: (y) => y >= 100 && (y - 100) % (10 + gap) < 10 })
    expect(touching.traced.some((asked) => asked === 1)).toBe(is)
  })

  test('is one edge beside two stretches that lie close by', () => {
    const apart = traced({ touches: (y) => y < 180 || y >= 194 })
    expect(Math.max(...errors(apart, 178, 196).map(Math.abs))).toBeLessThan(1.2)
  })
})
