import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ManifestOf } from '../../../engine/models/model-manifest.ts'
import { productNamed } from '../../../samples/all-products.ts'
import { drawProduct } from '../../../samples/draw-product.ts'
import { buildModel } from '../models/build-model.ts'

/** Pixels along each side of the drawn network’s picture. */
export const SIDE = 128

/**
 * An earring on blue and cyan stripes with dots, which are no plain ground and of more hues than the border shows, and
 * alone.
 */
export async function stripedEarring(): Promise<{ striped: Buffer; alone: Buffer }> {
  const alone = await drawProduct(productNamed('drop'), { scale: 0.8, ground: 'transparent' })
  const { width = 0, height = 0 } = await sharp(alone).metadata()
  const stripes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      '<pattern id="p" width="24" height="24" patternUnits="userSpaceOnUse">' +
      '<rect width="24" height="24" fill="#0000ff"/><rect width="12" height="24" fill="#00c8ff"/>' +
      '</pattern><pattern id="d" width="36" height="36" patternUnits="userSpaceOnUse">' +
      '<circle cx="18" cy="18" r="3" fill="#ff00ff"/></pattern>' +
      `<rect width="${width}" height="${height}" fill="url(#p)"/>` +
      '<rect x="8%" y="8%" width="84%" height="84%" fill="url(#d)"/></svg>',
  )
  return {
    striped: await sharp(stripes)
      .composite([{ input: alone }])
      .png()
      .toBuffer(),
    alone,
  }
}

/** A file whose one plane is 1 − blue, as the drawn ground is blue. */
export function blueModel(): { bytes: Uint8Array; manifest: ManifestOf<'matte'> } {
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
