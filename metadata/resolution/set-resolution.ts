import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { RESOLUTION_TAGS, type Resolution, UNIT } from '../tiff/resolution.ts'
import { replaceResolution } from './replace-resolution.ts'
import { stateResolution } from './state-resolution.ts'

/** Parts that a resolution is stated in, so that hundredths of a pixel per inch survive. */
const PARTS = 100

/** Chunks of a WebP that are passed at most, and the bytes of one with EXIF. */
const MAX_CHUNKS = 100
const MAX_EXIF = 65_536

/**
 * States the resolution of a file that an encoder of this project has just written, or none. A WebP has a resolution in
 * its EXIF alone.
 */
export async function setResolution(
  path: string,
  format: 'jpeg' | 'png' | 'tiff' | 'webp',
  resolution: Resolution | undefined,
): Promise<void> {
  if (format === 'jpeg' || format === 'png') {
    const stated = `${path}.stated`
    const bytes = replaceResolution(createReadStream(path), resolution)
    await pipeline(bytes, createWriteStream(stated))
    return await rename(stated, path)
  }
  const file = await open(path, 'r+')
  try {
    await (format === 'tiff' ? setInTiff(file, resolution) : setInWebp(file, resolution))
  } finally {
    await file.close()
  }
}

/** A TIFF must have the tags; without a resolution they say that pixels are as wide as high (TIFF 6.0, tag 296). */
async function setInTiff(file: FileHandle, resolution: Resolution | undefined): Promise<void> {
  const header = await read(file, 0, 8)
  if (header.toString('latin1', 0, 4) !== 'II*\0') return
  const at = header.readUInt32LE(4)
  const count = (await read(file, at, 2)).readUInt16LE()
  const entries = await read(file, at + 2, 12 * count)
  for (let entry = 0; entry < entries.length; entry += 12) {
    const tag = entries.readUInt16LE(entry)
    if (tag === UNIT.tag) {
      const unit = Buffer.from([resolution ? UNIT.inch : UNIT.none, 0])
      await file.write(unit, 0, unit.length, at + 2 + entry + 8)
    }
    if (tag !== RESOLUTION_TAGS.x && tag !== RESOLUTION_TAGS.y) continue
    const pixels = resolution ? (tag === RESOLUTION_TAGS.x ? resolution.x : resolution.y) : 1
    const value = Buffer.alloc(8)
    value.writeUInt32LE(Math.round(pixels * PARTS), 0)
    value.writeUInt32LE(PARTS, 4)
    await file.write(value, 0, value.length, entries.readUInt32LE(entry + 8))
  }
}

async function setInWebp(file: FileHandle, resolution: Resolution | undefined): Promise<void> {
  // Behind `RIFF`, its length and `WEBP` (RFC 9649).
  let at = 12
  for (let n = 0; n < MAX_CHUNKS; n++) {
    const head = await read(file, at, 8)
    if (head.length < 8) return
    const size = head.readUInt32LE(4)
    if (head.toString('latin1', 0, 4) === 'EXIF' && size <= MAX_EXIF) {
      const block = await read(file, at + 8, size)
      const header = block.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0
      stateResolution(block.subarray(header), resolution)
      await file.write(block, 0, block.length, at + 8)
      return
    }
    at += 8 + size + (size % 2)
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
