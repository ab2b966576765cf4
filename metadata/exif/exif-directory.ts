import { type DirectoryEntry, firstDirectory, readDirectory } from '../tiff/tiff-directory.ts'

/** Where an EXIF block may have its header, `Exif\0\0`. */
const HEADER = Buffer.from('Exif\0\0', 'latin1')

/** An EXIF block from its byte order mark on. */
export function exifStructure(exif: Buffer): Buffer {
  return exif.indexOf(HEADER) === 0 ? exif.subarray(HEADER.length) : exif
}

/** The entries of the first directory of an EXIF block, or of a whole TIFF; none where it is damaged. */
export function exifDirectory(exif: Buffer): DirectoryEntry[] {
  const block = exifStructure(exif)
  const start = firstDirectory(block)
  return start === undefined ? [] : readDirectory(block, start)
}
