import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { compareSharpness } from '../../../../../engine/effects/hair-transfer/match/match-sharpness.ts'
import { requireSameTexture } from '../../../../../engine/effects/hair-transfer/refuse/require-same-texture.ts'
import { seededRandom } from '../../../../../engine/raster/seeded-random.ts'
import { bust } from '../../../../../samples/bust.ts'
import { warmEngine } from '../../../warm-engine.ts'

const SIZE = { width: 200, height: 200 }

/** A face a hundred pixels wide with so many levels of grain. */
function faceWith(grain: number): Head {
  const random = seededRandom(1)
  const count = SIZE.width * SIZE.height
  const data = Uint8ClampedArray.from({ length: 4 * count }, () => 150)
  for (let at = 0; at < count; at++) {
    data.fill(150 + Math.round(grain * (2 * random() - 1)), 4 * at, 4 * at + 3)
  }
  return {
    picture: { ...SIZE, data },
    frame: {
      faceWidth: 100,
      chin: 0.7,
      centre: { x: 100, y: 80 },
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    regions: {
      skin: new Float32Array(count).fill(1),
      grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE },
    },
  } as unknown as Head
}

test('hair of a smooth picture is not laid on a grainy one, nor the other way about', () => {
  const [smooth, grainy] = [faceWith(0), faceWith(4)]
  const requireSame = (wearer: Head, reference: Head) =>
    requireSameTexture(compareSharpness(wearer, reference))
  expect(() => requireSame(smooth, faceWith(0))).not.toThrow()
  expect(() => requireSame(grainy, faceWith(5))).not.toThrow()
  expect(() => requireSame(grainy, smooth)).toThrow(/smoother or more blurred/)
  expect(() => requireSame(smooth, grainy)).toThrow(/sharper or grainier/)
})

test('a drawn person’s hair is refused for one with the grain of a photograph', async () => {
  const size = { width: 480, height: 540, face: 0.29 } as const
  const engine = warmEngine()
  try {
    const ref = await sharp((await bust('kofi', size)).png)
      .jpeg({ quality: 92 })
      .toBuffer()
    const { data, info } = await sharp((await bust('henrik', size)).png)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const random = seededRandom(2)
    for (let at = 0; at < data.length; at += 3) {
      const by = Math.round(8 * (random() - 0.5))
      for (let c = 0; c < 3; c++) data[at + c] = Math.min(255, Math.max(0, data[at + c]! + by))
    }
    const raw = { width: info.width, height: info.height, channels: 3 as const }
    const src = await sharp(data, { raw }).jpeg({ quality: 95 }).toBuffer()
    const request = { feature: 'hair-transfer', stage: 'effect', params: {} } as const
    await expect(engine.perform({ ...request, files: { src, ref: [ref] } })).rejects.toThrow(
      /smoother or more blurred/,
    )
  } finally {
    await engine.close()
  }
}, 60_000)
