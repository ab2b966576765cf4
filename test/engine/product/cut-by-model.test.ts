import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import type { ManifestOf } from '../../../engine/models/model-manifest.ts'
import { openEngine } from '../../../engine/perform.ts'
import { cutByModel } from '../../../engine/product/cut-by-model.ts'
import { alphaOf, type Product } from '../../../engine/product/product.ts'
import { readProduct } from '../../../engine/product/read-product.ts'
import type { UserNet } from '../../../engine/vision/vision.ts'
import { productNamed } from '../../../samples/all-products.ts'
import { bust } from '../../../samples/bust.ts'
import { drawProduct } from '../../../samples/draw-product.ts'
import { buildModel } from '../models/build-model.ts'
import { warmEngine } from '../warm-engine.ts'

const SIDE = 128
const OPTIONS = { removeBackground: true, index: 0, goods: 'jewellery' } as const

/** An earring on blue and cyan stripes, which are no plain ground. */
let striped: Buffer
let truth: Product
beforeAll(async () => {
  const art = productNamed('drop')
  const alone = await drawProduct(art, { scale: 0.8, ground: 'transparent' })
  const { width = 0, height = 0 } = await sharp(alone).metadata()
  const stripes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      '<pattern id="p" width="24" height="24" patternUnits="userSpaceOnUse">' +
      '<rect width="24" height="24" fill="#0000ff"/><rect width="12" height="24" fill="#00c8ff"/>' +
      `</pattern><rect width="${width}" height="${height}" fill="url(#p)"/></svg>`,
  )
  striped = await sharp(stripes)
    .composite([{ input: alone }])
    .png()
    .toBuffer()
  truth = readProduct(await decodePicture(alone), OPTIONS)
})

/** A file whose one plane is 1 − blue, as the drawn ground is blue. */
function blueModel() {
  const planes = [{ weights: [0, 0, -1], bias: 1 }]
  const bytes = buildModel({ side: SIDE, channels: 3, planes })
  const manifest: ManifestOf<'matte'> = {
    manifest: 2,
    task: 'matte',
    shows: 'anything',
    runtime: 'litert',
    file: 'blue.tflite',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    licence: 'MIT',
    picture: {
      input: 0,
      layout: 'nhwc',
      type: 'float32',
      order: 'rgb',
      size: { width: SIDE, height: SIDE },
      fit: 'stretch',
      scale: [0, 1],
    },
    result: { output: 0, layout: 'nhwc', plane: 0, activation: 'minmax' },
  }
  return { bytes, manifest }
}

/** The share of two cut-outs that both cover, laid over each other by their boxes. */
function overlap(one: Product, other: Product): number {
  const [a, b] = [alphaOf(one), alphaOf(other)]
  let [both, either] = [0, 0]
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      const v = Math.min(other.height - 1, Math.round((y / one.height) * other.height))
      const u = Math.min(other.width - 1, Math.round((x / one.width) * other.width))
      const [p, q] = [a[y * one.width + x]!, b[v * other.width + u]!]
      both += Math.min(p, q)
      either += Math.max(p, q)
    }
  }
  return both / either
}

test('what the engine cannot tell from its ground is cut out by a network', async () => {
  const picture = await decodePicture(striped)
  expect(() => readProduct(picture, OPTIONS)).toThrow('has no plain ground')
  const { manifest } = blueModel()
  const run: UserNet['net']['run'] = async ([given]) => ({
    shape: [1, SIDE, SIDE, 1],
    values: Float32Array.from({ length: SIDE * SIDE }, (_, i) => 1 - given!.values[3 * i + 2]!),
  })
  const mask = await cutByModel(picture, { userNets: [{ manifest, net: { run } }] })
  expect(overlap(readProduct(picture, { ...OPTIONS, mask }), truth)).toBeGreaterThan(0.6)
  expect(await cutByModel(picture, { userNets: [] })).toBeUndefined()
})

test('an earring on a striped ground is worn with such a file, and refused without', async () => {
  const { png } = await bust('maren', { width: 480, height: 540 })
  const request = {
    feature: '2d-vto/earring',
    stage: 'effect' as const,
    params: { source_info: { name: '0' }, object_infos: [{ name: '0', parameter: {} }] },
    files: { src: png, ref: [striped] },
  }
  const model = blueModel()
  const engine = openEngine({ models: async () => [model] })
  const { models, output } = await engine.perform(request)
  await engine.close()
  expect(models).toEqual([{ file: 'blue.tflite', sha256: model.manifest.sha256 }])
  expect(output).toBeDefined()
  await expect(warmEngine().perform(request)).rejects.toMatchObject({ condition: 'reference' })
})
