import type { Sharp } from 'sharp'
import { Fault } from '../../catalog/fault.ts'
import type { Picture } from '../raster/picture.ts'
import { createDecoder } from './decoder.ts'

/**
 * Complaints about files that show nothing wrong: some phones write such scan headers into every photo.
 * Every other warning means missing or damaged pixels.
 */
const HARMLESS = /Invalid SOS parameters for sequential JPEG/

/**
 * Decodes a whole file: upright by its EXIF orientation, from its colour profile to sRGB, 8 bits, with alpha.
 * @throws Fault `unreadable` when the pixels are damaged or cut off
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  try {
    return await decode(bytes, 'warning')
  } catch (cause) {
    if (HARMLESS.test(String(cause))) return await decode(bytes, 'truncated').catch(failDamaged)
    return failDamaged(cause)
  }
}

async function decode(bytes: Uint8Array, failOn: 'warning' | 'truncated'): Promise<Picture> {
  // Without it 16 bits a channel come out of the profile's own space as they are.
  return await toPicture(createDecoder(bytes, failOn).autoOrient().pipelineColourspace('srgb'))
}

/** The pixels of a decoder as the engine works on them: sRGB, 8 bits, with alpha. */
export async function toPicture(image: Sharp): Promise<Picture> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 4) throw new Error(`Decoded to ${info.channels} channels instead of 4.`)
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
  }
}

function failDamaged(cause: unknown): never {
  throw new Fault('unreadable', 'The picture is damaged or cut off.', { cause })
}
