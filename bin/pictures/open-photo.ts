import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureRule } from '../../catalog/features/feature.ts'
import type { Size } from '../../engine/geometry/size.ts'
import { MAX_PIXELS } from '../../engine/media/decoder.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import { decodePart } from '../../engine/prepare/decode-part.ts'
import { withSource } from '../../engine/prepare/source/open-source.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { readPictureFile } from './read-picture-file.ts'

/** What is looked at as it is: wider than any feature's limits. */
const RULE: PictureRule = { formats: ['jpeg', 'png'], maxBytes: 50_000_000, maxLongSide: 8192 }

/** A picture of this machine, upright, and the size of its file: that of the picture, unless it is a smaller copy. */
export type Photo = { picture: Picture; whole: Size }

/**
 * Decodes a picture of this machine, of every format and size that an effect is fitted to. What is larger than can be
 * looked at is decoded to a copy.
 * @throws Fault like `openSource`
 */
export async function openPhoto(path: string): Promise<Photo> {
  try {
    const { picture } = await openPicture(await readPictureFile(path, RULE), RULE)
    return { picture, whole: picture }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  return await withSource(path, async (source) => {
    const { width, height } = source
    const bySide = RULE.maxLongSide / Math.max(width, height)
    const factor = Math.min(1, bySide, Math.sqrt(MAX_PIXELS / (width * height)))
    const size = {
      width: Math.max(1, Math.floor(width * factor)),
      height: Math.max(1, Math.floor(height * factor)),
    }
    const picture = await decodePart(source, { left: 0, top: 0, width, height }, size)
    return { picture, whole: { width, height } }
  })
}
