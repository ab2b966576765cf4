import sharp, { type Sharp } from 'sharp'
import { jpegMarkers } from '../../metadata/jpeg/jpeg-markers.ts'
import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import type { Picture } from '../raster/picture.ts'
import { isOpaque } from '../raster/pixels/packed-rgba.ts'

/**
 * Chroma is not subsampled, and at this quality no difference is visible. Huffman tables optimised for each file would
 * save 1–7 % of its bytes but take two to three times the time of everything else (measured at 12 megapixels).
 */
export const JPEG_OPTIONS = {
  quality: 95,
  chromaSubsampling: '4:4:4',
  optimiseCoding: false,
} as const

/** The side of a block of the DCT, in pixels. */
const BLOCK = 8

/** Blocks of a picture from which on it is encoded in strips: about a megapixel. */
const MIN_BLOCKS = 16_384

/** The fewest strips. More are ready earlier where pixels are still painted, but each costs CPU of its own. */
const MIN_STRIPS = 4

/** The most blocks of a strip. A restart interval holds at most 65,535 (ITU T.81, B.2.4.4). */
const MAX_STRIP_BLOCKS = 50_000

/** Second bytes of markers. */
const SOF0 = 0xc0
const RST0 = 0xd0
const EOI = 0xd9
const SOS = 0xda
const DRI = 0xdd

/** A JPEG that is encoded while pixels of it are still painted. */
export type JpegInStrips = {
  /**
   * Begins to encode the strips that no box of `pending` touches: their pixels must not change afterwards, neither in
   * these bytes nor in those of later copies.
   */
  settle(picture: Picture, pending: readonly Box[]): void
  /** Encodes the other strips and joins all. */
  finish(picture: Picture): Promise<Buffer>
  /** Resolves when nothing is being encoded any more, whether or not it succeeded. */
  idle(): Promise<void>
}

/**
 * Encodes a picture as JPEG; transparent pixels are blended onto white.
 *
 * A larger one is encoded in strips at the same time and joined by restart markers: at a restart, coding begins anew
 * as at the beginning of a file, so the strips of a file are files without their heads. The tables are the same for
 * all of them, and blocks do not depend on each other, so the pixels are those of one file. How many strips there are
 * depends on the size alone.
 */
export async function encodeJpeg(picture: Picture): Promise<Buffer> {
  return await openJpeg(picture).finish(picture)
}

/** {@link encodeJpeg} of a picture of this size, the strips of which are encoded as soon as their pixels are known. */
export function openJpeg({ width, height }: Size): JpegInStrips {
  const across = Math.ceil(width / BLOCK)
  const down = Math.ceil(height / BLOCK)
  const rows = rowsOfStrip(across, down)
  const tops = Array.from({ length: Math.ceil(down / rows) }, (_, nth) => nth * rows * BLOCK)
  const strips: (Promise<Buffer> | undefined)[] = tops.map(() => undefined)
  const encode = ({ data }: Picture, top: number, opaque: boolean): Promise<Buffer> => {
    const bottom = Math.min(height, top + rows * BLOCK)
    // As many rows are read as it is told to have.
    return flatJpeg({ width, height: bottom - top, data: data.subarray(4 * width * top) }, opaque)
  }
  const settle = (picture: Picture, pending: readonly Box[]): void => {
    const opaque = isOpaque(picture)
    for (const [nth, top] of tops.entries()) {
      const bottom = top + rows * BLOCK
      if (strips[nth] || pending.some((box) => box.top < bottom && box.top + box.height > top))
        continue
      strips[nth] = encode(picture, top, opaque)
      // The error is thrown where the strip is awaited.
      strips[nth].catch(() => {})
    }
  }
  return {
    settle,
    finish: async (picture) => {
      settle(picture, [])
      const files = await Promise.all(strips.map((strip) => strip!))
      return files.length === 1 ? files[0]! : joinStrips(files, height, rows * across)
    },
    idle: async () => {
      await Promise.allSettled(strips)
    },
  }
}

/** Rows of blocks in each strip but the last; all of them where the picture is small. */
function rowsOfStrip(across: number, down: number): number {
  const blocks = across * down
  if (blocks < MIN_BLOCKS) return down
  return Math.ceil(down / Math.max(MIN_STRIPS, Math.ceil(blocks / MAX_STRIP_BLOCKS)))
}

async function flatJpeg({ width, height, data }: Picture, opaque: boolean): Promise<Buffer> {
  const raw: Sharp = sharp(data, { raw: { width, height, channels: 4 } })
  const flat = opaque ? raw.removeAlpha() : raw.flatten({ background: 'white' })
  return await flat.jpeg(JPEG_OPTIONS).toBuffer()
}

/**
 * The file of which `strips` are the parts from top to bottom.
 * @param height of the whole picture
 * @param interval blocks in each strip but the last
 */
function joinStrips(strips: readonly Buffer[], height: number, interval: number): Buffer {
  // Heads differ in the height alone, and are equally long.
  const [first] = strips
  const { frame, scan, end } = readHead(first!)
  const head = Buffer.from(first!.subarray(0, end))
  head.writeUInt16BE(height, frame + 5)
  const restart = Buffer.from([0xff, DRI, 0, 4, interval >> 8, interval & 0xff])
  const parts = strips.flatMap((strip, nth) => {
    const ends = nth === strips.length - 1 ? EOI : RST0 + (nth % 8)
    return [strip.subarray(end, -2), Buffer.from([0xff, ends])]
  })
  return Buffer.concat([head.subarray(0, scan), restart, head.subarray(scan), ...parts])
}

/**
 * Where the frame header and the scan header of a baseline JPEG begin, and where the latter ends. The file is one that
 * the library has just written.
 */
function readHead(file: Buffer): { frame: number; scan: number; end: number } {
  let frame: number | undefined
  for (const { marker, at } of jpegMarkers(file)) {
    if (marker === SOF0) frame = at
    if (marker !== SOS || frame === undefined) continue
    return { frame, scan: at, end: at + 2 + file.readUInt16BE(at + 2) }
  }
  throw new Error('The encoder wrote no baseline JPEG.')
}
