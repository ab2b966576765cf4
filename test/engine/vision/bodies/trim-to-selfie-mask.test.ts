import { beforeAll, expect, test } from 'vitest'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { crop } from '../../../../engine/raster/pixels/crop.ts'
import type { Body } from '../../../../engine/vision/bodies/body.ts'
import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { trimToSelfieMask } from '../../../../engine/vision/bodies/trim-to-selfie-mask.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { LIMITS } from '../../media/paint.ts'
import { warmVision } from '../../warm-vision.ts'

let vision: Vision
let whole: Picture
beforeAll(async () => {
  vision = await warmVision()
  whole = (await openPicture((await onePerson()).png, LIMITS)).picture
})

/** The width of the strip of wall in the mask, in pixels. */
const STRIP = 40

/** The body with a strip of wall in its mask, as happens with a dark wall behind dark clothes. */
function withStrip(body: Body, from: number): Body {
  const { width, data } = body.mask
  const claimed = data.map((value, i) => {
    const off = (i % width) - from
    return off >= 0 && off < STRIP ? 255 : value
  })
  return { ...body, mask: { ...body.mask, data: claimed } }
}

test('removes a strip of wall from the mask in a close-up, and nothing of the person', async () => {
  const picture = crop(whole, { left: 150, top: 100, width: 600, height: 520 })
  const [body] = await detectBodies(picture, vision)
  const right = body!.box.left + body!.box.width + 12
  const { mask } = await trimToSelfieMask(picture, withStrip(body!, right), vision)
  let [wall, lost] = [0, 0]
  for (let i = 0; i < mask.data.length; i++) {
    const off = (i % mask.width) - right
    if (off >= 0 && off < STRIP && mask.data[i]! > 64) wall++
    if (body!.mask.data[i]! > 200 && mask.data[i]! < 64) lost++
  }
  expect(wall / (mask.height * STRIP)).toBeLessThan(0.02)
  expect(lost / (body!.box.width * body!.box.height)).toBeLessThan(0.02)
})

test('keeps the mask of a body at full length', async () => {
  const [body] = await detectBodies(whole, vision)
  expect(await trimToSelfieMask(whole, body!, vision)).toBe(body)
})
