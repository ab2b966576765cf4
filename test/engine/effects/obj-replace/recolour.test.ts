import { expect, test } from 'vitest'
import { applyMaterial } from '../../../../engine/effects/obj-replace/apply-material.ts'
import { recolour } from '../../../../engine/effects/obj-replace/recolour.ts'
import { labToSrgb, srgbToLab } from '../../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { maskWhere } from './mask-where.ts'

const SIZE = { width: 60, height: 60 }
const MASK = maskWhere(SIZE, (x, y) => x >= 10 && x < 50 && y >= 10 && y < 50)
const WHITE = [255, 255, 255] as const
const BLACK = [28, 28, 30] as const

/** A surface of the colours that `at` gives, on a white ground. */
function drawn(at: (x: number, y: number) => readonly number[]): Picture {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height)
  for (let i = 0; i < MASK.data.length; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    data.set([...(MASK.data[i] === 0 ? WHITE : at(x, y)), 255], 4 * i)
  }
  return { ...SIZE, data }
}

/** The L* of a pixel. */
function lightAt({ data, width }: Picture, x: number, y: number): number {
  const i = 4 * (y * width + x)
  return srgbToLab(data[i]!, data[i + 1]!, data[i + 2]!).l
}

test('worn blue cloth becomes white as evenly as if it were not worn, and keeps its folds', () => {
  const isWorn = (x: number): boolean => x >= 34
  const isFold = (y: number): boolean => y >= 20 && y < 24
  const cloth = drawn((x, y) => {
    const [l, b] = isWorn(x) ? [57, -16] : [40, -24]
    const light = isFold(y) ? 0.75 : 1
    return labToSrgb({ l: light * (l + 16) - 16, a: 0, b: light * b })
  })
  const white = recolour(cloth, MASK, WHITE)
  const [dark, worn, fold] = [
    lightAt(white, 20, 40),
    lightAt(white, 42, 40),
    lightAt(white, 20, 22),
  ]
  expect(worn - dark).toBeLessThan(6)
  expect(worn).toBeGreaterThanOrEqual(dark)
  expect(dark - fold).toBeGreaterThan(8)
  // Black cloth may be worn.
  const black = recolour(cloth, MASK, BLACK)
  expect(lightAt(black, 42, 40) - lightAt(black, 20, 40)).toBeGreaterThan(5)
})

test('the lit parts of what becomes white keep their folds below white', () => {
  // Two thirds of a grey are lit, and have soft folds.
  const cloth = drawn((x, y) => {
    const level = y < 23 ? 110 : 150 + 10 * Math.sin(x / 2)
    return [level, level, level]
  })
  const white = recolour(cloth, MASK, WHITE)
  const levels = Array.from({ length: 30 }, (_, n) => lightAt(white, 15 + n, 40))
  expect(Math.max(...levels)).toBeLessThan(97)
  expect(Math.max(...levels) - Math.min(...levels)).toBeGreaterThan(2.5)
})

test.each([
  ['a colour', (cloth: Picture) => recolour(cloth, MASK, BLACK)],
  ['leather', (cloth: Picture) => applyMaterial(cloth, MASK, 'leather', 3)],
] as const)('a single light thread is no highlight under %s', (_, change) => {
  const plain = drawn(() => [221, 150, 150])
  const isThread = (x: number, y: number): boolean => x === 30 && y === 30
  const worn = drawn((x, y) => (isThread(x, y) ? [255, 255, 255] : [221, 150, 150]))
  expect(lightAt(change(worn), 30, 30) - lightAt(change(plain), 30, 30)).toBeLessThan(12)
})

test('what is lit becomes no white patch of metal', () => {
  const hull = drawn((x) => (x < 36 ? [50, 12, 14] : [95, 25, 28]))
  const metal = applyMaterial(hull, MASK, 'metal', 3)
  const mean = (from: number): number =>
    Array.from({ length: 8 }, (_, n) => lightAt(metal, from + n, 35)).reduce((a, b) => a + b) / 8
  expect(mean(40)).toBeLessThan(96)
  expect(mean(40) - mean(16)).toBeGreaterThan(6)
})
