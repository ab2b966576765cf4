import { describe, expect, test } from 'vitest'
import { shadingOfGarments } from '../../../../../engine/effects/cloth-v3/wear/shading.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../../engine/raster/seeded-random.ts'

const SIZE = { width: 200, height: 200 } as const
const SHOULDERS = 200

/** What the light on cloth of which every pixel has a level 0–255 makes of a garment that lies over all of it. */
function shadingOf(levelAt: (x: number, y: number) => number | readonly number[]) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    const level = levelAt(at % SIZE.width, Math.floor(at / SIZE.width))
    data.set(typeof level === 'number' ? [level, level, level] : level, 4 * at)
  }
  const whole: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height).fill(255) }
  const shading = shadingOfGarments(
    { ...SIZE, data },
    [whole],
    { left: 0, top: 0, ...SIZE },
    SHOULDERS,
  )
  return (x: number, y: number): number => shading[y * SIZE.width + x]!
}

describe('the light on what is worn', () => {
  test('is taken over where half of it lies in hard shade', () => {
    // A third of the linear light, of which the camera's curve makes 0.6 of the level.
    const shade = shadingOf((x) => (x < 100 ? 120 : 200))
    expect(shade(170, 100)).toBeGreaterThan(0.9)
    expect(shade(30, 100) / shade(170, 100)).toBeGreaterThan(0.25)
    expect(shade(30, 100) / shade(170, 100)).toBeLessThan(0.45)
  })

  test('is not what has faded of a dye, and shade on it still is', () => {
    const dye = { deep: [0.03, 0.06, 0.16], faded: [0.22, 0.28, 0.36] } as const
    const shade = shadingOf((x, y) => {
      const faded = Math.exp(-(((x - 60) / 22) ** 2) - ((y - 100) / 45) ** 2)
      const light = x > 150 ? 0.45 : 1
      return dye.deep.map((deep, c) =>
        Math.round(255 * (light * (deep + faded * (dye.faded[c]! - deep))) ** (1 / 2.2)),
      )
    })
    expect(Math.abs(Math.log(shade(60, 100) / shade(125, 100)))).toBeLessThan(0.25)
    expect(shade(185, 100) / shade(120, 20)).toBeLessThan(0.75)
  })

  test('is what is darker and less coloured together, as a fold in the shade', () => {
    const dye = { shaded: [0.14, 0.06, 0.035], lit: [0.5, 0.16, 0.05] } as const
    const shade = shadingOf((x, y) => {
      const lit = 1 - Math.exp(-(((x - 60) / 22) ** 2) - ((y - 100) / 45) ** 2)
      return dye.shaded.map((dark, c) =>
        Math.round(255 * (dark + lit * (dye.lit[c]! - dark)) ** (1 / 2.2)),
      )
    })
    expect(shade(60, 100) / shade(125, 100)).toBeLessThan(0.85)
  })

  test('is even over a wider part of mottled cloth, whose blotches are none', () => {
    const random = seededRandom()
    const shade = shadingOf((x, y) => {
      const blotch = Math.exp(-(((x - 60) / 14) ** 2) - ((y - 100) / 14) ** 2)
      return 150 * (0.8 + 0.4 * random()) * (1 - 0.3 * blotch)
    })
    expect(Math.abs(Math.log(shade(60, 100) / shade(150, 100)))).toBeLessThan(0.15)
  })

  test('is taken over from cloth with a print on it, and the print is not', () => {
    const isPrint = (x: number, y: number) => x % 50 < 10 && y % 50 < 10
    const shade = shadingOf((x, y) => (isPrint(x, y) ? 20 : x < 100 ? 120 : 200))
    expect(shade(30, 130) / shade(180, 130)).toBeLessThan(0.5)
    for (const [x, y] of [
      [155, 105],
      [30, 30],
    ] as const) {
      // A print, and the cloth beside it.
      expect(Math.abs(Math.log(shade(x, y) / shade(x + 20, y)))).toBeLessThan(0.12)
    }
  })

  test('goes on beside what was worn, without an edge where that is far away', () => {
    const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
    const [lit, shaded] = [0, 1].map((n) => {
      const mask = new Uint8Array(SIZE.width * SIZE.height)
      for (let at = 0; at < mask.length; at++) {
        const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
        if (x > 60 || (y < 100 ? 0 : 1) !== n) continue
        mask[at] = 255
        // The lower half of each lies in shade.
        const level = y % 100 < 50 ? 200 : 120
        data.set([level, level, level], 4 * at)
      }
      return { ...SIZE, data: mask }
    }) as [Mask, Mask]
    const box = { left: 0, top: 0, ...SIZE }
    const shading = shadingOfGarments({ ...SIZE, data }, [lit, shaded], box, SHOULDERS)
    const row = Array.from({ length: SIZE.width }, (_, x) =>
      Math.log(shading[75 * SIZE.width + x]!),
    )
    const steps = row.slice(1).map((value, x) => Math.abs(value - row[x]!))
    expect(row[90]).toBeLessThan(-0.3)
    expect(Math.max(...steps)).toBeLessThan(0.03)
  })

  test('is hardly the gloss on black cloth', () => {
    const contrastOn = (level: number): number => {
      // A glossy place that throws back three times what is around it.
      const shade = shadingOf((x, y) => (Math.hypot(x - 100, y - 100) < 30 ? 1.65 * level : level))
      return Math.log(shade(100, 100) / shade(20, 100))
    }
    expect(contrastOn(24)).toBeLessThan(0.5 * contrastOn(110))
    expect(contrastOn(110)).toBeGreaterThan(0.2)
  })

  test('does not bring stripes along', () => {
    const shade = shadingOf((_, y) => (y % 40 < 20 ? 40 : 220))
    const rows = Array.from({ length: 80 }, (_, n) => shade(100, 60 + n))
    expect(Math.log(Math.max(...rows) / Math.min(...rows))).toBeLessThan(0.25)
  })
})

describe('the light on people who are large in the picture', () => {
  const SIDE = 300
  const BOX = { left: 20, top: 10, width: 251, height: 270 }

  /** Cloth in folds that go aslant over it, beside the body: what its light is in a box, for shoulders so wide. */
  function foldedShading(shoulders: number): Float32Array {
    const data = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255)
    const worn = new Uint8Array(SIDE * SIDE)
    for (let at = 0; at < worn.length; at++) {
      const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
      const fold = 1 + 0.35 * Math.sin((x + y / 2) / 22)
      data.set([150 * fold, 90 * fold, 60 * fold], 4 * at)
      if (x > 40 && x < 250) worn[at] = 255
    }
    const size = { width: SIDE, height: SIDE }
    return shadingOfGarments({ ...size, data }, [{ ...size, data: worn }], BOX, shoulders)
  }

  test('is read on a smaller copy, and hardly differs', () => {
    const [whole, reduced] = [foldedShading(299), foldedShading(301)]
    let most = 0
    for (let i = 0; i < whole.length; i++) {
      const x = BOX.left + (i % BOX.width)
      if (x >= 70 && x < 230) most = Math.max(most, Math.abs(Math.log(reduced[i]! / whole[i]!)))
    }
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(0.02)
  })
})
