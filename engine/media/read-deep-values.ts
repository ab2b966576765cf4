import type { Picture } from '../raster/picture.ts'
import { decodePicture } from './decode-picture.ts'
import { createDecoder } from './decoder.ts'
import { withinMemory } from './within-memory.ts'

/** A source of 16 bits a channel. */
export type DeepValues = {
  /** Pixels, EXIF orientation applied. */
  width: number
  /** Pixels. */
  height: number
  /** As the file stores them, without regard to its profile: RGBA, 0–65535, rows from the top. */
  stored: Uint16Array
  /** Decodes the same pixels to sRGB of 8 bits, as the effect was given them. */
  plain(): Promise<Picture>
}

/** Decodes a file of 16 bits a channel a second time, to its own values; 8 bytes a pixel. */
export async function readDeepValues(bytes: Uint8Array): Promise<DeepValues> {
  const { data, info } = await withinMemory(bytes, () =>
    createDecoder(bytes, 'none', { ignoreIcc: true })
      .autoOrient()
      .toColourspace('rgb16')
      .ensureAlpha()
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true }),
  )
  if (info.channels !== 4) throw new Error(`Decoded to ${info.channels} channels instead of 4.`)
  const stored = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  const { width, height } = info
  return { width, height, stored, plain: () => decodePicture(bytes) }
}
