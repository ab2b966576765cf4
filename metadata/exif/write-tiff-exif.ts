import { type FileHandle, open } from 'node:fs/promises'
import { COUNT, ENTRY, NEXT } from '../tiff/tiff-tags.ts'
import { exifDirectories } from './exif-block.ts'
import { EXIF_DIRECTORY, isAnyKept, type KeptMetadata, PLACE_DIRECTORY } from './kept-metadata.ts'

/** The start of a TIFF of little-endian numbers and 32-bit offsets (TIFF 6.0, section 2), as libvips writes them. */
const LITTLE_ENDIAN = 'II*\0'

/**
 * Writes metadata into a TIFF file, which libvips does not. The first directory is written again behind the file's end
 * with the tags in it, and the header points there: nothing else moves. A BigTIFF stays as it is.
 */
export async function writeTiffExif(path: string, kept: KeptMetadata): Promise<void> {
  if (!isAnyKept(kept)) return
  const file = await open(path, 'r+')
  try {
    const header = await read(file, 0, 8)
    if (header.toString('latin1', 0, 4) !== LITTLE_ENDIAN) return
    const old = header.readUInt32LE(4)
    const count = (await read(file, old, COUNT)).readUInt16LE()
    const entries = await read(file, old + COUNT, ENTRY * count + NEXT)
    const { size } = await file.stat()
    const end = size + (size % 2)
    const taken = new Set([EXIF_DIRECTORY, PLACE_DIRECTORY, ...kept.picture.map(({ tag }) => tag)])
    const others = Array.from({ length: count }, (_, n) =>
      entries.subarray(ENTRY * n, ENTRY * (n + 1)),
    )
      .map((entry) => ({ tag: entry.readUInt16LE(0), entry }))
      .filter(({ tag }) => !taken.has(tag))
    const next = entries.readUInt32LE(ENTRY * count)
    const made = exifDirectories(end, [...others, ...kept.picture], kept, next)
    await file.write(made, 0, made.length, end)
    header.writeUInt32LE(end, 4)
    await file.write(header, 4, 4, 4)
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new Error('The file is no whole TIFF.')
  return buffer
}
