import { decodePicture } from '../../../engine/media/decode-picture.ts'
import type { Product } from '../../../engine/product/product.ts'
import { readProduct } from '../../../engine/product/read-product.ts'

/** A drawn product without its ground. */
export async function cutOut(png: Buffer | Promise<Buffer>): Promise<Product> {
  return readProduct(await decodePicture(await png), { removeBackground: true, index: 0 })
}
