import { expect, test } from 'vitest'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { readGarment } from '../../../../../engine/effects/cloth-v3/read/read-garment.ts'
import { heightAt } from '../../../../../engine/geometry/polyline.ts'
import { decodePicture } from '../../../../../engine/media/decode-picture.ts'
import type { Product } from '../../../../../engine/product/product.ts'
import { readProduct } from '../../../../../engine/product/read-product.ts'
import { garmentNamed } from '../../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../../samples/draw-product.ts'

/** A drawn T-shirt: a small one, as each product is read again. */
const TEE = readGarment(
  readProduct(
    await decodePicture(
      await drawProduct(garmentNamed('tee'), { scale: 0.5, ground: 'transparent', shadow: 0 }),
    ),
    { removeBackground: false, index: 0 },
  ),
)

/** A product with a box in one linear colour on it; without alpha it is a hole. */
function withBox(
  product: Product,
  box: { left: number; top: number; width: number; height: number },
  colour: readonly number[],
): Product {
  const data = product.data.slice()
  for (let y = Math.round(box.top); y < box.top + box.height; y++) {
    for (let x = Math.round(box.left); x < box.left + box.width; x++) {
      data.set(colour, 4 * (y * product.width + x))
    }
  }
  return { ...product, data }
}

/** A product in one dye, inside and out. */
function plain(product: Product): Product {
  const data = product.data.map((value, i) =>
    i % 4 === 3 ? value : [0.05, 0.4, 0.25][i % 4]! * product.data[i - (i % 4) + 3]!,
  )
  return { ...product, data }
}

test('the front of a top hangs below a label that it shows at the nape', () => {
  const { product, shape } = TEE
  const { neck, nape } = shape as TopShape
  const width = neck[1].x - neck[0].x
  const middle = neck[0].x + width / 2
  const top = (heightAt(nape, middle) ?? neck[0].y) + 0.14 * width
  const label = { left: middle - 0.14 * width, top, width: 0.28 * width, height: 0.27 * width }
  const read = readGarment(withBox(plain(product), label, [0, 0, 0, 1]))
  const edge = heightAt((read.shape as TopShape).neckline, middle)
  expect(edge).toBeGreaterThan(label.top + label.height)
})

test('a top whose shoulders are open between straps and sleeves is refused', () => {
  const { product, shape } = TEE
  const { neck, tips } = shape as TopShape
  const hole = {
    left: neck[0].x + 0.4 * (tips[0].x - neck[0].x),
    top: neck[0].y + 0.12 * product.height,
    width: 0.05 * product.width,
    height: 0.05 * product.height,
  }
  expect(() => readGarment(withBox(product, hole, [0, 0, 0, 0]))).toThrow(/open between straps/)
})
