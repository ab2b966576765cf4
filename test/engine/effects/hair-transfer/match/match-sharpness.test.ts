import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import {
  applySharpness,
  compareSharpness,
} from '../../../../../engine/effects/hair-transfer/match/match-sharpness.ts'
import { requireSameTexture } from '../../../../../engine/effects/hair-transfer/refuse/require-same-texture.ts'
import { withArena } from '../../../../../engine/raster/arena.ts'
import { blur } from '../../../../../engine/raster/filter/blur.ts'
import { seededRandom } from '../../../../../engine/raster/seeded-random.ts'

const SIZE = { width: 240, height: 240 }

/** A face `scale` times 120 pixels wide of shades, pores and sharp features, out of focus by `sigma` pixels. */
function faceOf(sigma: number, scale = 1): Head {
  const size = { width: scale * SIZE.width, height: scale * SIZE.height }
  const random = seededRandom(3)
  const luma = new Float32Array(size.width * size.height)
  for (let at = 0; at < luma.length; at++) {
    const [x, y] = [(at % size.width) / scale, Math.floor(at / size.width) / scale]
    const isFeature = (Math.abs(x - 120) > 15 && Math.abs(y - 96) < 6) || Math.abs(y - 150) < 4
    luma[at] = (isFeature ? 60 : 150) + 10 * Math.sin(x / 17) + 12 * (random() - 0.5)
  }
  const seen = withArena(() => blur(luma, size, sigma).slice())
  const data = new Uint8ClampedArray(4 * luma.length)
  for (let at = 0; at < luma.length; at++) data.fill(seen[at]!, 4 * at, 4 * at + 3)
  return {
    picture: { ...size, data },
    frame: {
      faceWidth: 120 * scale,
      chin: 0.7,
      centre: { x: 120 * scale, y: 96 * scale },
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
  } as unknown as Head
}

test('a sharper reference is made as soft as the picture, and a slightly softer one is sharpened', () => {
  const [sharp, soft] = [faceOf(0.8), faceOf(1.6)]
  const softened = compareSharpness(soft, sharp)
  expect(softened.sigma).toBeGreaterThan(0.5)
  expect(softened.amount).toBe(0)
  expect(() => requireSameTexture(softened)).not.toThrow()
  const sharpened = compareSharpness(faceOf(0.8), faceOf(1.1))
  expect(sharpened.sigma).toBe(0)
  expect(sharpened.amount).toBeGreaterThan(0.1)
  expect(() => requireSameTexture(sharpened)).not.toThrow()
})

test('equally sharp pictures are left as they are, whatever their size', () => {
  expect(compareSharpness(faceOf(1), faceOf(1))).toMatchObject({ sigma: 0, amount: 0 })
  // Reduced to the wearer's size, a large face is sharp; enlarged, a small one is not.
  expect(compareSharpness(faceOf(1.2), faceOf(2.4, 2))).toMatchObject({ sigma: 0, amount: 0 })
  expect(compareSharpness(faceOf(1, 2), faceOf(1)).amount).toBeGreaterThan(0.3)
})

test('a reference far out of focus is refused beside a sharp picture', () => {
  expect(() => requireSameTexture(compareSharpness(faceOf(0.7), faceOf(3)))).toThrow(
    /smoother or more blurred/,
  )
})

test('softened hair has a softer edge and strands, and keeps its mean colour', () => {
  const size = { width: 40, height: 40 }
  const count = size.width * size.height
  const columns = (of: (x: number) => number) =>
    Float32Array.from({ length: count }, (_, at) => of(at % size.width))
  const layer = {
    ...size,
    alpha: columns((x) => (x < 20 ? 1 : 0)),
    red: columns((x) => (x >= 20 ? 255 : x % 2 ? 120 : 80)),
    green: columns((x) => (x >= 20 ? 255 : x % 2 ? 90 : 60)),
    blue: columns((x) => (x >= 20 ? 255 : x % 2 ? 60 : 40)),
  }
  const none = { sharper: 1, rougher: 1 }
  const before = layer.red.slice()
  applySharpness(layer, { sigma: 0, amount: 0, ...none })
  expect(layer.red).toEqual(before)
  applySharpness(layer, { sigma: 0, amount: 0.5, ...none })
  const row = 20 * size.width
  expect(layer.red[row + 11]! - layer.red[row + 10]!).toBeGreaterThan(50)
  expect(layer.alpha[row + 20]).toBe(0)
  applySharpness(layer, { sigma: 1.2, amount: 0, ...none })
  expect(Math.abs(layer.red[row + 11]! - layer.red[row + 10]!)).toBeLessThan(8)
  expect(layer.red[row + 10]).toBeGreaterThan(92)
  expect(layer.red[row + 10]).toBeLessThan(108)
  expect(layer.alpha[row + 19]).toBeGreaterThan(0.5)
  expect(layer.alpha[row + 19]).toBeLessThan(0.9)
  // What is behind the hair does not come along.
  expect(layer.red[row + 20]).toBeLessThan(125)
})
