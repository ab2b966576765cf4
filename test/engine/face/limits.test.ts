import { describe, expect, test } from 'vitest'
import type { FaceRegion } from '../../../engine/face/face-region.ts'
import { isTooDark } from '../../../engine/face/is-too-dark.ts'
import { findWrinkles } from '../../../engine/face/retouch/find-wrinkles.ts'
import { flattenEyeBags } from '../../../engine/face/retouch/flatten-eye-bags.ts'
import { lightenDarkCircles } from '../../../engine/face/retouch/lighten-dark-circles.ts'
import type { RetouchState } from '../../../engine/face/retouch/retouch-state.ts'
import { uncoveredFaceMask } from '../../../engine/face/retouch/under-eyes.ts'
import { measureSclera } from '../../../engine/face/sclera.ts'
import { skinMasks } from '../../../engine/face/skin-masks.ts'
import { earVisibility } from '../../../engine/face/warp/ear-visibility.ts'
import { motionMaskOf } from '../../../engine/face/warp/motion-mask.ts'
import type { Point } from '../../../engine/geometry/point.ts'
import { withArena } from '../../../engine/raster/arena.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { FACE, type Face } from '../../../engine/vision/faces/face.ts'

// Both sides of what tuning.ts lets decide, on given landmarks and even planes.

/** A picture of the colours that a function gives its pixels. */
function pictureOf(colourAt: (x: number, y: number) => readonly [number, number, number]): Picture {
  const [width, height] = [400, 300]
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let at = 0; at < width * height; at++) {
    data.set(colourAt(at % width, Math.floor(at / width)), 4 * at)
  }
  return { width, height, data }
}

/** Landmarks, all at one point but for those that are given. */
function landmarksWith(given: Iterable<readonly [number, Point]>): Face['landmarks'] {
  const landmarks = Array.from({ length: 478 }, () => ({ x: 5, y: 5, z: 0 }))
  for (const [at, { x, y }] of given) landmarks[at] = { x, y, z: 0 }
  return landmarks
}

/** Two eyes, 60 wide and 40 high at both sides of x = 200, with irises of a radius of 10. */
function eyes(light: number): Face {
  const given: [number, Point][] = []
  for (const [side, middle] of [
    ['right', 120],
    ['left', 280],
  ] as const) {
    for (const [row, by] of [
      [FACE[`${side}UpperLid`], -20],
      [FACE[`${side}LowerLid`], 20],
    ] as const) {
      for (const [nth, at] of row.entries()) {
        const t = nth / (row.length - 1)
        given.push([at, { x: middle - 30 + 60 * t, y: 100 + by * 4 * t * (1 - t) }])
      }
    }
    const [centre, ...edge] = FACE[`${side}Iris`]
    given.push([centre!, { x: middle, y: 100 }])
    for (const at of edge) given.push([at, { x: middle + 10, y: 100 }])
  }
  return { landmarks: landmarksWith(given), quality: { light } } as unknown as Face
}

const grey = (level: number) => [level, level, level] as const

describe('the light on a face', () => {
  test('is enough from a luma of 0.27 of the skin on, and never below 0.05', () => {
    const [dark, light] = [97, 200].map((level) => pictureOf(() => grey(level)))
    expect(isTooDark(dark!, eyes(0.27))).toBe(false)
    expect(isTooDark(dark!, eyes(0.269))).toBe(true)
    expect(isTooDark(light!, eyes(0.051))).toBe(false)
    expect(isTooDark(light!, eyes(0.049))).toBe(true)
  })

  test('is enough where the white of the eyes has a luminance of 0.12', () => {
    // Levels 97 and 98 are 0.1196 and 0.1221 of linear light.
    expect(
      isTooDark(
        pictureOf(() => grey(97)),
        eyes(0.1),
      ),
    ).toBe(true)
    expect(
      isTooDark(
        pictureOf(() => grey(98)),
        eyes(0.1),
      ),
    ).toBe(false)
  })
})

describe('the white of an eye', () => {
  test('lies beyond 1.15 radii of the iris', () => {
    // All of it is red that is within 1.1 radii, and nothing of it that is within 1.3.
    const within = (radii: number) =>
      measureSclera(
        pictureOf((x, y) =>
          Math.min(Math.hypot(x - 119.5, y - 99.5), Math.hypot(x - 279.5, y - 99.5)) < 10 * radii
            ? [255, 90, 90]
            : [120, 120, 120],
        ),
        eyes(1),
      )
    expect(within(1.08).r).toBeCloseTo(within(1.08).g)
    expect(within(1.3).r).toBeGreaterThan(within(1.3).g * 1.05)
  })

  test('is the mean of its upper half, without the lightest 0.08', () => {
    const { r } = measureSclera(
      pictureOf((_, y) => grey(y < 95 ? 50 : y < 110 ? 180 : 255)),
      eyes(1),
    )
    expect(r).toBeGreaterThan(0.3)
    const dark = measureSclera(
      pictureOf((_, y) => grey(y < 105 ? 50 : 255)),
      eyes(1),
    )
    expect(dark.r).toBeLessThan(1)
  })
})

describe('an ear shows', () => {
  const landmarks = landmarksWith([
    [FACE.noseTop, { x: 200, y: 150 }],
    ...[356, 454, 323].map((at, nth) => [at, { x: 300, y: 100 + 50 * nth }] as const),
    ...[425, 280, 411].map((at) => [at, { x: 240, y: 150 }] as const),
    ...[127, 234, 93].map((at, nth) => [at, { x: 100, y: 100 + 50 * nth }] as const),
    ...[205, 50, 187].map((at) => [at, { x: 160, y: 150 }] as const),
  ])
  const face = { landmarks } as unknown as Face
  const CHEEK = [120, 80, 60] as const
  /** How surely, where what is beside the face has a colour. */
  const shown = (beside: readonly [number, number, number]) =>
    earVisibility(
      pictureOf((x) => (x > 302 ? beside : CHEEK)),
      face,
    ).left

  test('where what is beside the face has the brightness of the cheek, 0.42 to 1.7 times', () => {
    const times = (by: number) =>
      shown(CHEEK.map((level) => level * by) as [number, number, number])
    expect(times(0.44)).toBe(1)
    expect(times(0.4)).toBe(0)
    expect(times(1.66)).toBe(1)
    expect(times(1.74)).toBe(0)
  })

  test('and its hue: as different as 14 levels it is the same, as 30 another', () => {
    // Red and blue are moved against each other, so that the brightness is one.
    const by = (off: number) => shown([120 - off / Math.SQRT2, 80, 60 + off / Math.SQRT2])
    expect(by(13)).toBe(1)
    expect(by(31)).toBe(0)
    expect(by(25)).toBeGreaterThan(0)
    expect(by(25)).toBeLessThan(1)
  })
})

test('a pixel may move from 0.3 distances between the eyes of the border on', () => {
  const mask = motionMaskOf({ width: 400, height: 300 }, [], 100)
  expect(mask(30, 150)).toEqual({ across: 1, down: 1 })
  expect(mask(29, 150).across).toBeLessThan(1)
  expect(mask(200, 269)).toEqual({ across: 1, down: 1 })
  expect(mask(200, 271).down).toBeLessThan(1)
  expect(mask(0, 150).across).toBe(0)
})

const SIZE = { width: 256, height: 256 }
const COUNT = SIZE.width * SIZE.height
const SKIN = { l: 70, a: 10, b: 14 }

/** A region of even skin with marks on it, whose face is an oval without features. */
function regionOf(marks: (x: number, y: number) => Partial<typeof SKIN> = () => ({})): FaceRegion {
  const oval = FACE.oval.map((at, nth) => {
    const turn = (2 * Math.PI * nth) / FACE.oval.length
    return [at, { x: 128 + 85 * Math.sin(turn), y: 128 - 110 * Math.cos(turn) }] as const
  })
  const onSkin = [425, 205, 280, 50, 151, 9, 4, 194, 418].map(
    (at, nth) => [at, { x: 90 + 20 * (nth % 3), y: 170 + 10 * Math.floor(nth / 3) }] as const,
  )
  const rows = [
    [[255, 339, 254, 253, 252, 256, 341, 463], 90],
    [[340, 346, 347, 348, 349, 350, 357, 465], 105],
  ] as const
  const below = rows.flatMap(([row, y]) =>
    row.map((at, nth) => [at, { x: 190 - 8 * nth, y }] as const),
  )
  const points = landmarksWith([[FACE.noseTop, { x: 128, y: 100 }], ...oval, ...onSkin, ...below])
  const plane = (key: keyof typeof SKIN) =>
    Float32Array.from(
      { length: COUNT },
      (_, at) => marks(at % SIZE.width, Math.floor(at / SIZE.width))[key] ?? SKIN[key],
    )
  return {
    ...SIZE,
    area: { left: 0, top: 0, ...SIZE },
    scale: 1,
    faceWidth: 170,
    up: { x: 0, y: -1 },
    points,
    lab: { l: plane('l'), a: plane('a'), b: plane('b') },
  }
}

/** A square in the middle of the face. */
const inSquare = (x: number, y: number) => Math.abs(x - 128) < 9 && Math.abs(y - 120) < 9

describe('skin', () => {
  /** How much of a spot of another colour is clear skin. */
  const clear = (spot: Partial<typeof SKIN>) =>
    withArena(
      () =>
        skinMasks(regionOf((x, y) => (inSquare(x, y) ? spot : {}))).clear[120 * SIZE.width + 128]!,
    )

  test('is as yellow as the typical one by 15 to 24, of which a difference in b* is 0.8', () => {
    expect(clear({ b: SKIN.b + 18 })).toBeCloseTo(1, 1)
    expect(clear({ b: SKIN.b + 25 })).toBeLessThan(0.8)
    expect(clear({ b: SKIN.b + 31 })).toBeCloseTo(0, 2)
  })

  test('may be redder by twice as much as it may be less red', () => {
    expect(clear({ a: SKIN.a + 28 })).toBeCloseTo(1, 1)
    expect(clear({ a: SKIN.a - 28 })).toBeCloseTo(0, 2)
  })

  test('is no darker than the skin around by 7 and a tenth of it, and surely not by 1.8 times that', () => {
    expect(clear({ l: SKIN.l - 10 })).toBeCloseTo(1, 1)
    expect(clear({ l: SKIN.l - 20 })).toBeLessThan(0.9)
    expect(clear({ l: SKIN.l - 27 })).toBeCloseTo(0, 1)
  })
})

/** A retouched face of which all is skin. */
function stateOf(region: FaceRegion): RetouchState {
  const full = () => new Float32Array(COUNT).fill(1)
  const { l, a, b } = region.lab
  return {
    region,
    masks: { bare: full(), skin: full(), clear: full(), typical: SKIN },
    lab: { l: l.slice(), a: a.slice(), b: b.slice() },
  }
}

describe('wrinkles', () => {
  /**
   * How much is found of a level line, 3 pixels high, that is darker by `depth` and has a share of skin's chroma.
   * @param tip how far below it the tip of the nose is
   */
  function found({ length = 60, depth = 8, chroma = 1, height = 3, tip = -1 }): number {
    const region = regionOf((x, y) =>
      Math.abs(x - 128) < length / 2 && Math.abs(y - 120) < height / 2
        ? { l: SKIN.l - depth, a: SKIN.a * chroma, b: SKIN.b * chroma }
        : {},
    )
    region.points[FACE.noseTip] = { x: 128, y: 120 + tip }
    return withArena(() =>
      Math.max(...findWrinkles(stateOf(region), new Float32Array(COUNT).fill(1)).cover),
    )
  }

  test('are 0.035 widths of the face long, and twice as long as wide', () => {
    expect(found({})).toBe(1)
    expect(found({ length: 3 })).toBe(0)
    expect(found({ length: 12, height: 9 })).toBe(0)
  })

  test('have a response of 0.9', () => {
    // The contrast of a line is about 2.6 times its response.
    expect(found({ depth: 4 })).toBe(1)
    expect(found({ depth: 1.2 })).toBe(0)
  })

  test('have 0.62 of the chroma of skin, as hair has not', () => {
    expect(found({ chroma: 0.8 })).toBe(1)
    expect(found({ chroma: 0.2 })).toBe(0)
  })

  test('are no frame: 0.15 widths of the face long above the nose, with less than 0.6 of the light', () => {
    // Of the light of skin, 86, it is 0.7 and 0.45, and of that of skin and line together some more.
    expect(found({ tip: 1, depth: 26 })).toBe(1)
    expect(found({ tip: 1, depth: 47 })).toBe(0)
    expect(found({ tip: -1, depth: 47 })).toBe(1)
    expect(found({ tip: 1, depth: 47, length: 20 })).toBe(1)
    expect(found({ tip: 1, depth: 47, length: 34 })).toBe(0)
  })
})

describe('under the eyes', () => {
  const at = 108 * SIZE.width + 160

  test('what is darker than any shadow covers the face: 10 and 0.3 of the light, and 1.4 times that', () => {
    const shown = (l: number) =>
      withArena(
        () =>
          uncoveredFaceMask(
            regionOf(() => ({ l })),
            stateOf(regionOf()).masks,
          )[at]!,
      )
    // Of skin of 70 these are 31 and 43.4.
    expect(shown(SKIN.l - 30)).toBe(1)
    expect(shown(SKIN.l - 35)).toBeLessThan(1)
    expect(shown(SKIN.l - 44)).toBe(0)
  })

  /** What a filter makes of a crease or shadow below an eye. */
  function retouched(filter: typeof flattenEyeBags, depth: number, height: number) {
    const state = stateOf(
      regionOf((_, y) =>
        Math.abs(y - 108) < height ? { l: SKIN.l - depth, b: SKIN.b - depth } : {},
      ),
    )
    withArena(() => filter(state, 1))
    return { l: state.lab.l[at]!, a: state.lab.a[at]! }
  }

  test('a bag loses 0.85 of 14 levels at most, and gains no more than 0.15 of its colour', () => {
    const shallow = retouched(flattenEyeBags, 4, 2).l - (SKIN.l - 4)
    const deep = retouched(flattenEyeBags, 30, 2)
    expect(shallow).toBeGreaterThan(2.4)
    expect(shallow).toBeLessThan(0.85 * 4)
    expect(deep.l - (SKIN.l - 30)).toBeGreaterThan(10)
    expect(deep.l - (SKIN.l - 30)).toBeLessThan(0.85 * 14)
    expect(deep.a).toBeCloseTo(1.15 * SKIN.a)
  })

  test('a dark circle loses 0.88 of its depth', () => {
    const circle = retouched(lightenDarkCircles, 10, 8).l - (SKIN.l - 10)
    expect(circle).toBeGreaterThan(6)
    expect(circle).toBeLessThanOrEqual(0.88 * 10)
  })
})
