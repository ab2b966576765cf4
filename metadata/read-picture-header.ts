import type { ByteReader } from './byte-reader.ts'
import { exifInSegments } from './exif/exif-in.ts'
import { exifOrientation } from './exif/exif-orientation.ts'
import { APP1 } from './jpeg/jpeg-segments.ts'

/** What the first bytes of a picture say of it. Pixels as they are stored; `turned` where EXIF lays them on a side. */
export type PictureHeader =
  | { format: 'jpeg' | 'png'; width: number; height: number; turned?: true }
  | { format: 'other' }

const START_BYTES = 32

/**
 * Signatures of pictures that services of this interface do not take: WebP, TIFF with the raw formats built on it,
 * HEIC, AVIF and CR3, JPEG XL, raw files of Fujifilm, GIF, BMP.
 */
const OTHERS = [
  /^RIFF.{4}WEBP/s,
  /^(?:II[*+]\0|MM\0[*+]|II[RU])/,
  /^.{4}ftyp(?:avi[fs]|hei[cfmsx]|hev[cmsx]|mif[12]|msf1|crx )/s,
  /^(?:.{4}JXL |FUJIFILMCCD-RAW|GIF8|BM)/s,
]

/** Segments of a JPEG that are passed at most before its size is given up. */
const MAX_SEGMENTS = 1_000

/**
 * Reads format and size from the first bytes of a file; undefined where it is no known kind of picture or states no
 * size, which the service says best itself. Written here because the engine's own reader does not fit into a small
 * function.
 */
export async function readPictureHeader(reader: ByteReader): Promise<PictureHeader | undefined> {
  const start = await reader.peek(START_BYTES)
  const text = start.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return readJpegSize(reader)
  if (text.startsWith('\x89PNG\r\n\x1a\n') && start.length >= 24) {
    return { format: 'png', width: start.readUInt32BE(16), height: start.readUInt32BE(20) }
  }
  return OTHERS.some((signature) => signature.test(text)) ? { format: 'other' } : undefined
}

/** The size in the frame header (ITU-T T.81, B.2.2), which stands behind tables and application data. */
async function readJpegSize(reader: ByteReader): Promise<PictureHeader | undefined> {
  await reader.take(2)
  let turned = false
  for (let segments = 0; segments < MAX_SEGMENTS; segments++) {
    const head = await reader.peek(9)
    const [lead, marker = 0] = head
    if (head.length < 9 || lead !== 0xff) return undefined
    if (isFrame(marker)) {
      const size = { width: head.readUInt16BE(7), height: head.readUInt16BE(5) }
      return { format: 'jpeg', ...size, ...(turned && { turned }) }
    }
    // A fill byte before a marker.
    const size = marker === 0xff ? 1 : 2 + head.readUInt16BE(2)
    if (marker === APP1) turned ||= isTurned(await reader.peek(size))
    for await (const _ of reader.pass(size));
  }
  return undefined
}

/** Whether a segment states one of the orientations that swap the sides (CIPA DC-008, tag 274). */
function isTurned(segment: Buffer): boolean {
  const exif = exifInSegments([segment])
  const orientation = exif && exifOrientation(exif)
  return orientation !== undefined && orientation >= 5 && orientation <= 8
}

/** SOF0 to SOF15 without the markers DHT, JPG and DAC, which stand among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
