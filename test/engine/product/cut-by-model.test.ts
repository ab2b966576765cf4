import { beforeAll, expect, test } from 'vitest'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { cutByModel } from '../../../engine/product/cut-by-model.ts'
import { alphaOf, type Product } from '../../../engine/product/product.ts'
import { readProduct } from '../../../engine/product/read-product.ts'
import type { UserNet } from '../../../engine/vision/vision.ts'
import { blueModel, SIDE, stripedEarring } from './striped-earring.ts'

const OPTIONS = { removeBackground: true, index: 0, goods: 'jewellery' } as const

let striped: Buffer
let truth: Product
beforeAll(async () => {
  const drawn = await stripedEarring()
  striped = drawn.striped
  truth = readProduct(await decodePicture(drawn.alone), OPTIONS)
})

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
