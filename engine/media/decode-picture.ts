import type { Sharp } from 'sharp'
import type { Picture } from '../raster/picture.ts'
import { createDecoder } from './decoder.ts'
import { decodingFault } from './decoding-fault.ts'
import { withinMemory } from './within-memory.ts'
import { inWorkingColours } from './working-colours.ts'

/**
 * A decoder warning about files whose pixels are intact: some phones write such scan headers into every photo.
 * Every other warning means missing or damaged pixels.
 */
const HARMLESS = /Invalid SOS parameters for sequential JPEG/

/**
 * Decodes a file at full size to RGBA, 8 bits a channel. Applies the EXIF orientation and converts from the file's
 * colour profile to sRGB.
 * @throws Fault `unreadable` when the pixels are damaged or cut off, `runtime` when decoding took too long
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  try {
    return await decode(bytes, 'warning')
  } catch (cause) {
    if (HARMLESS.test(String(cause))) return await decode(bytes, 'truncated').catch(fail)
    return fail(cause)
  }
}

async function decode(bytes: Uint8Array, failOn: 'warning' | 'truncated'): Promise<Picture> {
  return await withinMemory(bytes, (header) =>
    toPicture(inWorkingColours(createDecoder(bytes, failOn).autoOrient(), header)),
  )
}

/** Runs a decoder. The result is what the engine works on: sRGB, RGBA, 8 bits a channel. */
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

function fail(cause: unknown): never {
  throw decodingFault(cause, 'The picture is damaged or cut off.')
}
