import { expect, test } from 'vitest'
import { smoothFaintOutline } from '../../../../../engine/effects/cloth-v3/read/smooth-faint-outline.ts'
import type { Product } from '../../../../../engine/product/product.ts'
import { srgbToLinear } from '../../../../../engine/raster/colour/lab.ts'

const SIZE = { width: 300, height: 400 } as const

/** Cloth whose edge at the left has teeth of some pixels, as where it is as light as its ground. */
function toothed(level: number): Product {
  const data = new Float32Array(4 * SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    const from = 60 + (Math.floor(y / 3) % 2 === 0 ? 4 : 0)
    for (let x = from; x < 240; x++) {
      const at = 4 * (y * SIZE.width + x)
      data.fill(srgbToLinear(level), at, at + 3)
      data[at + 3] = 1
    }
  }
  return { ...SIZE, data, left: 0, top: 0, scale: 1 }
}

const ground = {
  ...SIZE,
  data: new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(247),
}

/** Where the edge at the left lies in each row of the middle, to a fraction of a pixel. */
function edges({ data }: Product): number[] {
  return Array.from({ length: 200 }, (_, n) => {
    let covered = 0
    for (let x = 0; x < 150; x++) covered += data[4 * ((100 + n) * SIZE.width + x) + 3]!
    return 150 - covered
  })
}

test('cloth as light as its ground has no teeth, and its colour up to its edge', () => {
  const smooth = smoothFaintOutline(toothed(251), ground)
  const own = edges(smooth)
  expect(Math.max(...own) - Math.min(...own)).toBeLessThan(1)
  expect(own[0]).toBeGreaterThan(60)
  expect(own[0]).toBeLessThan(64)
  for (let x = 60; x < 68; x++) {
    const at = 4 * (200 * SIZE.width + x)
    const share = smooth.data[at + 3]!
    if (share > 0.1) expect(smooth.data[at]! / share).toBeCloseTo(srgbToLinear(251), 2)
  }
  expect(smooth.faint).toBeGreaterThan(0.9)
})

test('an edge that is told by its colour stays as it is', () => {
  const product = toothed(60)
  const same = smoothFaintOutline(product, ground)
  expect(same.data).toEqual(product.data)
  expect(same.faint).toBe(0)
})
