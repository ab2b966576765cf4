import { describe, expect, test } from 'vitest'
import { matchPhoto } from '../../../engine/product/match-photo.ts'
import type { Layer } from '../../../engine/product/render-product.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

/** Taller than two bands of rows that are blurred together, and no multiple of them. */
const SIZE = { width: 21, height: 150 }

function noise(): Layer {
  const random = seededRandom()
  const data = Float32Array.from({ length: 4 * SIZE.width * SIZE.height }, () => random())
  return { box: { left: 0, top: 0, ...SIZE }, data }
}

/** The same Gaussian, pixel by pixel, with edges repeated. */
function softened({ data }: Layer, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, n) =>
    Math.exp(-((n - reach) ** 2) / (2 * sigma * sigma)),
  )
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const pass = (from: Float32Array, step: { x: number; y: number }): Float32Array =>
    from.map((_, i) => {
      const [c, p] = [i % 4, Math.floor(i / 4)]
      const [x, y] = [p % SIZE.width, Math.floor(p / SIZE.width)]
      return weights.reduce((mean, weight, n) => {
        const column = Math.min(SIZE.width - 1, Math.max(0, x + (n - reach) * step.x))
        const row = Math.min(SIZE.height - 1, Math.max(0, y + (n - reach) * step.y))
        return mean + (weight / sum) * from[4 * (row * SIZE.width + column) + c]!
      }, 0)
    })
  return pass(pass(data, { x: 0, y: 1 }), { x: 1, y: 0 })
}

describe('a layer that is matched to a photo', () => {
  test.each([0.8, 2])('is blurred as one picture though in bands (blur %d)', (blur) => {
    const layer = noise()
    const expected = softened(layer, Math.sqrt(blur ** 2 - 0.45 ** 2))
    matchPhoto(layer, { blur, grain: 0 })
    const apart = layer.data.map((value, i) => Math.abs(value - expected[i]!))
    expect(Math.max(...apart)).toBeLessThan(0.01)
  })

  test('stays as it is for a photo as sharp as itself, without grain', () => {
    const layer = noise()
    matchPhoto(layer, { blur: 0.45, grain: 0 })
    expect(layer.data).toEqual(noise().data)
  })
})
