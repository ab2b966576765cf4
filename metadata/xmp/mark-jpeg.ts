import type { ByteReader } from '../byte-reader.ts'
import { APP0, app1, isApp1, takeLeadingSegments } from '../jpeg/jpeg-segments.ts'
import type { Embedding } from './embedding.ts'

const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0')
const EXTENDED_XMP = Buffer.from('http://ns.adobe.com/xmp/extension/\0')
const EXIF = Buffer.from('Exif\0')

/**
 * Writes a packet into a JPEG as an APP1 segment (XMP specification part 3, 1.1.3) behind JFIF and Exif, which must
 * come first. A packet in the file is left out, with its extension.
 */
export async function* markJpeg(reader: ByteReader, embed: Embedding): AsyncGenerator<Uint8Array> {
  const start = await reader.take(2)
  const segments = await takeLeadingSegments(reader)
  const old = segments.filter((segment) => isApp1(segment, XMP))
  const kept = segments.filter((segment) => !isApp1(segment, XMP) && !isApp1(segment, EXTENDED_XMP))
  const behind = kept.findIndex((segment) => segment[1] !== APP0 && !isApp1(segment, EXIF))
  const at = behind < 0 ? kept.length : behind
  const packet = embed.packet(old.map((segment) => segment.toString('utf8')).join(''))
  yield Buffer.concat([start, ...kept.slice(0, at), app1(XMP, packet), ...kept.slice(at)])
  embed.done()
  yield* reader.pass()
}
