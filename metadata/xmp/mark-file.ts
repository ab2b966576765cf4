import type { DigitalSource } from '../../catalog/results/digital-source.ts'
import { type ByteReader, readBytes } from '../byte-reader.ts'
import type { ByteSource } from '../byte-source.ts'
import type { Embedding } from './embedding.ts'
import { markJpeg } from './mark-jpeg.ts'
import { markMp4 } from './mark-mp4.ts'
import { markPng } from './mark-png.ts'
import { markTiff } from './mark-tiff.ts'
import { markWebp } from './mark-webp.ts'
import { type EditMark, xmpPacket } from './xmp-packet.ts'

export type MarkedFile = {
  stream: AsyncIterable<Uint8Array>
  /** The term that stands in the file, known once the stream was read; undefined where its format takes no mark. */
  marked(): DigitalSource | undefined
}

type Writer = (reader: ByteReader, embed: Embedding) => AsyncGenerator<Uint8Array>

/** Bytes of a file by which its format is told. */
const START_BYTES = 16

/**
 * Marks a picture or video as edited, by XMP that is written into it while it streams through: pixels and frames are
 * not encoded again. What is in none of the formats, or in none that can be understood, passes unchanged. `size` is
 * the file's in bytes; a TIFF whose size is not known passes unchanged too.
 *
 * Written here because the packages that write XMP need the whole file in memory or a program beside Node.
 */
export function markFile(bytes: ByteSource, mark: EditMark, size?: number): MarkedFile {
  let written = false
  let last = ''
  const embed: Embedding = {
    size: bytes instanceof Uint8Array ? bytes.length : size,
    packet: (existing) => {
      const packet = xmpPacket(mark, existing)
      last = packet.toString('utf8')
      return packet
    },
    done: () => {
      written = true
    },
  }
  const stream = async function* (): AsyncGenerator<Uint8Array> {
    const reader = readBytes(bytes)
    try {
      const write = writerOf(await reader.peek(START_BYTES))
      yield* write ? write(reader, embed) : reader.pass()
    } finally {
      await reader.close()
    }
  }
  return {
    stream: stream(),
    marked: () => (written ? (termIn(last) as DigitalSource | undefined) : undefined),
  }
}

function termIn(packet: string): string | undefined {
  return /digitalsourcetype\/(\w+)/.exec(packet)?.[1]
}

/** Brands of pictures in the container of MP4, where XMP is an item of its own kind. */
const PICTURE_BRANDS = /^(?:avi[fs]|hei[cfmsx]|hev[cmsx]|mif[12]|msf1|jxl )$/

function writerOf(start: Buffer): Writer | undefined {
  const text = start.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return markJpeg
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return markPng
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return markWebp
  if (/^(?:II[*+]\0|MM\0[*+])/.test(text)) return markTiff
  if (text.startsWith('ftyp', 4) && !PICTURE_BRANDS.test(text.slice(8, 12))) return markMp4
  return undefined
}
