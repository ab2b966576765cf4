import { directory, offsetEntry, orientationTag, type Tag } from '../tiff/tiff-tags.ts'
import { entriesOf } from './exif-entries.ts'
import { exifOrientation } from './exif-orientation.ts'
import { EXIF_DIRECTORY, type SafeMetadata } from './safe-metadata.ts'

/** The start of a TIFF structure of little-endian numbers, whose first directory follows at once. */
const START = Buffer.from('II*\0\x08\0\0\0', 'latin1')

/**
 * An EXIF block (CIPA DC-008) from its byte order mark on, with the orientation of the block that it takes the place
 * of.
 */
export function exifBlock(safe: SafeMetadata, before?: Buffer): Buffer {
  const orientation = before && exifOrientation(before)
  const camera = [...entriesOf(safe, 'IFD0'), ...(orientation ? [orientationTag(orientation)] : [])]
  const exposure = entriesOf(safe, 'IFD2')
  if (exposure.length === 0) return Buffer.concat([START, directory(START.length, camera, 0)])
  const outer = (at: number): Buffer => {
    const pointer: Tag = { tag: EXIF_DIRECTORY, entry: offsetEntry(EXIF_DIRECTORY, at) }
    return directory(START.length, [...camera, pointer], 0)
  }
  const at = START.length + outer(0).length
  return Buffer.concat([START, outer(at), directory(at, exposure, 0)])
}
