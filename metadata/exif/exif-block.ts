import { directory, offsetEntry, orientationTag, type Tag } from '../tiff/tiff-tags.ts'
import { exifOrientation } from './exif-orientation.ts'
import { EXIF_DIRECTORY, type KeptMetadata, PLACE_DIRECTORY } from './kept-metadata.ts'

/** The start of a TIFF structure of little-endian numbers, whose first directory follows at once. */
const START = Buffer.from('II*\0\x08\0\0\0', 'latin1')

/**
 * An EXIF block (CIPA DC-008) from its byte order mark on, with the orientation of the block that it takes the place
 * of.
 */
export function exifBlock(kept: KeptMetadata, before?: Buffer): Buffer {
  const orientation = before && exifOrientation(before)
  const own = [...kept.picture, ...(orientation ? [orientationTag(orientation)] : [])]
  return Buffer.concat([START, exifDirectories(START.length, own, kept, 0)])
}

/**
 * The directory of a picture and behind it those of its exposure and place, from an offset of the file on.
 * @param next where the next picture's directory is, 0 for none
 */
export function exifDirectories(
  start: number,
  picture: readonly Tag[],
  { exposure, place }: Pick<KeptMetadata, 'exposure' | 'place'>,
  next: number,
): Buffer {
  const hanging = (
    [
      [EXIF_DIRECTORY, exposure],
      [PLACE_DIRECTORY, place],
    ] as const
  ).filter(([, tags]) => tags.length > 0)
  const outer = (places: readonly number[]): Buffer => {
    const pointers = hanging.map(([tag], n) => ({ tag, entry: offsetEntry(tag, places[n]!) }))
    return directory(start, [...picture, ...pointers], next)
  }
  let at = start + outer(hanging.map(() => 0)).length
  const places: number[] = []
  const inner: Buffer[] = []
  for (const [, tags] of hanging) {
    places.push(at)
    const made = directory(at, tags, 0)
    inner.push(made)
    at += made.length
  }
  return Buffer.concat([outer(places), ...inner])
}
