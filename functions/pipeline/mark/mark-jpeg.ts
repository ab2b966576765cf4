import type { ByteReader } from '../bytes/byte-reader.ts'
import type { Embedding } from './embedding.ts'

const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0')
const EXTENDED_XMP = Buffer.from('http://ns.adobe.com/xmp/extension/\0')
const EXIF = Buffer.from('Exif\0')
const [APP0, APP1, APP15, COMMENT] = [0xe0, 0xe1, 0xef, 0xfe]

/** Bytes of segments that are held in memory at most; profiles and thumbnails have far fewer. */
const MAX_HELD = 8 * 1024 * 1024

/**
 * Writes a packet into a JPEG as an APP1 segment (XMP specification part 3, 1.1.3) behind JFIF and Exif, which must
 * come first. A packet in the file is left out, with its extension.
 */
export async function* markJpeg(reader: ByteReader, embed: Embedding): AsyncGenerator<Uint8Array> {
  const start = await reader.take(2)
  const segments = await leadingSegments(reader)
  const old = segments.filter((segment) => isXmp(segment, XMP))
  const kept = segments.filter((segment) => !isXmp(segment, XMP) && !isXmp(segment, EXTENDED_XMP))
  const behind = kept.findIndex((segment) => segment[1] !== APP0 && !isXmp(segment, EXIF))
  const at = behind < 0 ? kept.length : behind
  const packet = embed.packet(old.map((segment) => segment.toString('utf8')).join(''))
  yield Buffer.concat([start, ...kept.slice(0, at), segmentOf(packet), ...kept.slice(at)])
  embed.done()
  yield* reader.pass()
}

/** The segments before the first table or frame: application data and comments. */
async function leadingSegments(reader: ByteReader): Promise<Buffer[]> {
  const segments: Buffer[] = []
  for (let held = 0; held < MAX_HELD; ) {
    const head = await reader.peek(4)
    if (head.length < 4 || head[0] !== 0xff || !isLeading(head[1] ?? 0)) break
    const segment = await reader.take(2 + head.readUInt16BE(2))
    segments.push(segment)
    held += segment.length
  }
  return segments
}

function isLeading(marker: number): boolean {
  return (marker >= APP0 && marker <= APP15) || marker === COMMENT
}

function isXmp(segment: Buffer, signature: Buffer): boolean {
  return segment[1] === APP1 && segment.subarray(4, 4 + signature.length).equals(signature)
}

function segmentOf(packet: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(2 + XMP.length + packet.length, 2)
  return Buffer.concat([head, XMP, packet])
}
