import type { Sharp } from 'sharp'
import { sniffFormat } from '../../catalog/files/sniff-format.ts'
import type { Picture } from '../raster/picture.ts'
import { checkFile } from './check-file.ts'
import { createDecoder } from './decoder.ts'
import { withinMemory } from './within-memory.ts'
import { inWorkingColours } from './working-colours.ts'

/**
 * Decodes a file at full size to RGBA, 8 bits a channel. Applies the EXIF orientation and converts from the file's
 * colour profile to sRGB.
 * @throws Fault `unreadable` when more than a row of blocks is lost, `runtime` when decoding took too long
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  return (await decodeNoted(bytes)).picture
}

/** Does the same, and says in a sentence what damage of the file is in the picture. */
export async function decodeNoted(
  bytes: Uint8Array,
): Promise<{ picture: Picture; note: string | undefined }> {
  const file = checkFile(sniffFormat(bytes), () => bytes)
  const picture = await file.decode((failOn) =>
    withinMemory(bytes, (header) =>
      toPicture(inWorkingColours(createDecoder(bytes, failOn).autoOrient(), header)),
    ),
  )
  return { picture, note: file.note() }
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
