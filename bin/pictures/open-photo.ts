import type { PictureRule } from '../../catalog/feature.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { readPictureFile } from './read-picture-file.ts'

/** What can be looked at on this machine: wider than any feature's limits. */
const RULE: PictureRule = { formats: ['jpeg', 'png'], maxBytes: 50_000_000, maxLongSide: 8192 }

/** Decodes a picture of this machine. */
export async function openPhoto(path: string): Promise<Picture> {
  return (await openPicture(await readPictureFile(path, RULE), RULE)).picture
}
