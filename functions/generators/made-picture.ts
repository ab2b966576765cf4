import { Fault } from '../../catalog/failures/fault.ts'
import { LostAnswer } from '../../engine/generate/lost-answer.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'

/** Bytes of a file that a generator answers with. */
export const MAX_MADE_BYTES = 40_000_000

/**
 * The picture in what a generator answered with. It is as untrusted as a client's file: sniffed and bounded before it
 * is decoded.
 * @throws LostAnswer where it is no picture: the call was carried out all the same
 */
export async function madePicture(bytes: Uint8Array): Promise<Picture> {
  try {
    const limits = {
      formats: ['png', 'jpeg'],
      maxBytes: MAX_MADE_BYTES,
      maxLongSide: 8192,
    } as const
    return (await openPicture(bytes, limits)).picture
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    throw new LostAnswer('The generator answered with a file that is no picture.', { cause })
  }
}

/** The picture in base64. @throws LostAnswer where it is none */
export async function madePictureFromBase64(text: unknown): Promise<Picture> {
  if (typeof text !== 'string' || text.length > (4 / 3) * MAX_MADE_BYTES) {
    throw new LostAnswer('The generator answered without a picture, or with one that is too large.')
  }
  return await madePicture(Buffer.from(text, 'base64'))
}
