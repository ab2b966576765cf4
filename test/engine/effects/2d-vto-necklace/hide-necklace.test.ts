import { expect, test } from 'vitest'
import { wearNecklaces } from '../../../../engine/effects/2d-vto-necklace/necklace.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { readProduct } from '../../../../engine/product/read-product.ts'
import { findHeadRegions } from '../../../../engine/regions/head-regions.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { productNamed } from '../../../../samples/all-products.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { coveredNumbered } from '../../../../samples/wearers.ts'
import { changeBetween } from '../../jewellery/sit-for.ts'
import { warmVision } from '../../warm-vision.ts'

test('hair in bright light beyond a collar hides a chain, whatever its colours are', async () => {
  const { png, hair } = await coveredNumbered(510)
  const [picture, vision] = [await decodePicture(png), await warmVision()]
  const [face] = await detectFaces(picture, vision)
  const wearer = { picture, face: face!, regions: await findHeadRegions(picture, face!, vision) }
  const product = readProduct(await decodePicture(await drawProduct(productNamed('linked'))), {
    removeBackground: true,
    index: 0,
  })
  const parameter = {
    necklace_need_remove_background: true,
    necklace_shadow_intensity: 0,
    necklace_ambient_light_intensity: 0,
  }
  const out = wearNecklaces(wearer, [{ product, parameter, index: 0 }], () => 1)
  const { pixels } = changeBetween(picture, out, 120)
  const locks = await hair
  const onHair = [...pixels].filter((at) => locks[at]! > 200).length
  expect(pixels.size).toBeGreaterThan(100)
  expect(onHair).toBeLessThan(0.08 * pixels.size)
})
