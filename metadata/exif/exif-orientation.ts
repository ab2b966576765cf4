import { ORIENTATION } from '../tiff/tiff-tags.ts'
import { exifDirectory } from './exif-directory.ts'

/** The orientation that an EXIF block states, as it states it; undefined where it states none. */
export function exifOrientation(exif: Buffer): number | undefined {
  return exifDirectory(exif).find(({ tag }) => tag === ORIENTATION)?.values[0]
}
