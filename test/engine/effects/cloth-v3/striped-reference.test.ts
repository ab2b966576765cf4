import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { UserNet } from '../../../../engine/vision/vision.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { blueModel, SIDE } from '../../product/striped-earring.ts'
import { warmEngine, warmEngineWith } from '../../warm-engine.ts'

/** A sweater on blue and cyan stripes, which are no plain ground. */
async function striped(): Promise<Buffer> {
  const art = garmentNamed('sweater')
  const alone = await drawProduct(art, { scale: 0.7, ground: 'transparent' })
  const { width = 0, height = 0 } = await sharp(alone).metadata()
  const stripes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      '<pattern id="p" width="24" height="24" patternUnits="userSpaceOnUse">' +
      '<rect width="24" height="24" fill="#0000ff"/><rect width="12" height="24" fill="#00c8ff"/>' +
      `</pattern><rect width="${width}" height="${height}" fill="url(#p)"/></svg>`,
  )
  return await sharp(stripes)
    .composite([{ input: alone }])
    .png()
    .toBuffer()
}

// In `npm test` an earring is cut out of such a ground, `used-models.test.ts`.
test.runIf(isEveryCaseTried())(
  'a garment on a striped ground is worn with a network that cuts it out, and refused without',
  async () => {
    const { manifest } = blueModel()
    const run: UserNet['net']['run'] = async ([given]) => ({
      shape: [1, SIDE, SIDE, 1],
      // The ground alone is nearly all blue.
      values: Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
        given!.values[3 * i + 2]! > 0.9 && given!.values[3 * i]! < 0.3 ? 0 : 1,
      ),
    })
    const request = {
      feature: 'cloth-v3',
      stage: 'effect' as const,
      params: { garment_category: 'upper_body' },
      files: { src: Buffer.from((await onePerson('ines', 450)).png), ref: [await striped()] },
    }
    const { models, output } = await warmEngineWith([{ manifest, net: { run } }]).perform(request)
    expect(output).toBeDefined()
    expect(models).toMatchObject([{ file: 'blue.tflite' }])
    await expect(warmEngine().perform(request)).rejects.toMatchObject({ condition: 'reference' })
  },
  60_000,
)
