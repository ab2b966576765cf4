import { once } from 'node:events'
import { crc32, createInflate } from 'node:zlib'
import type { Damage } from '../damage.ts'
import { FRAME_BYTES, SIGNATURE_BYTES } from './png-chunks.ts'

/** Rows that may be lost: as many as a block of a JPEG has at least. */
const BLOCK_ROWS = 8

/** Channels by colour type (PNG, third edition, 11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** First column and row of each pass of an interlaced picture, and its steps (8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

type Header = { width: number; height: number; bits: number; interlaced: boolean }

type Chunk = { data: Uint8Array; sound: boolean }

/**
 * Finds what a PNG has lost: its pixel data are unpacked up to the chunk whose checksum is wrong, or as far as they go.
 * A wrong checksum alone, of a chunk whose pixels unpack and add up, or of one without pixels, has lost nothing.
 * @returns undefined where no row is lost; `unknown` where the header or palette is damaged
 */
export async function findPngDamage(bytes: Uint8Array): Promise<Damage | undefined | 'unknown'> {
  const chunks: Chunk[] = []
  let header: Header | undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = SIGNATURE_BYTES; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const end = at + 8 + length
    const isWhole = end + 4 <= bytes.length
    const sound = isWhole && crc32(bytes.subarray(at + 4, end)) === view.getUint32(end)
    if (type === 'IHDR' && sound && length === 13) header = readHeader(view, at + 8)
    else if (type === 'IDAT') chunks.push({ data: bytes.subarray(at + 8, end), sound })
    else if ((type === 'PLTE' || type === 'IHDR') && !sound) return 'unknown'
    if (type === 'IEND' || (!isWhole && type !== 'IDAT')) break
    at += FRAME_BYTES + length
  }
  if (!header) return 'unknown'
  const total = bytesOf(header)
  if (total > MOST_BYTES) return 'unknown'
  const { given, sound, ended } = await unpack(chunks, total)
  if (given >= total && (ended || given > total)) return undefined
  const whole = Math.min(given, sound)
  if (whole >= total) return undefined
  const { height, interlaced } = header
  const from = interlaced ? 0 : Math.floor((whole / total) * height)
  const lost = interlaced ? height * (1 - whole / total) : height - from
  return { from, lost, rows: height, blockRows: BLOCK_ROWS }
}

function readHeader(view: DataView, at: number): Header {
  const bits = view.getUint8(at + 8) * (CHANNELS[view.getUint8(at + 9)] ?? 4)
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)]
  return { width, height, bits, interlaced: view.getUint8(at + 12) === 1 }
}

/** Bytes of the unpacked pixels, each row with its filter. */
function bytesOf({ width, height, bits, interlaced }: Header): number {
  const rows = (across: number, down: number) =>
    across > 0 ? down * (1 + Math.ceil((across * bits) / 8)) : 0
  if (!interlaced) return rows(width, height)
  return PASSES.reduce(
    (sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
    0,
  )
}

/**
 * Unpacks pixel data without keeping them, up to as many as a picture has.
 * @returns bytes that came in all, those that came before the first chunk with a wrong checksum, and whether the data
 *   ended as they should
 */
async function unpack(
  chunks: readonly Chunk[],
  total: number,
): Promise<{ given: number; sound: number; ended: boolean }> {
  const inflate = createInflate()
  const done = { given: 0, sound: Number.POSITIVE_INFINITY, ended: false, failed: false }
  inflate.on('data', (part: Buffer) => {
    done.given += part.length
  })
  inflate.on('end', () => {
    done.ended = true
  })
  const failure = new Promise<void>((fail) => {
    inflate.on('error', () => {
      done.failed = true
      fail()
    })
  })
  for (const { data, sound } of chunks) {
    if (!sound) done.sound = Math.min(done.sound, done.given)
    for (let at = 0; at < data.length && !done.failed && done.given <= total; at += PART) {
      const part = data.subarray(at, at + PART)
      await Promise.race([failure, new Promise<void>((next) => inflate.write(part, () => next()))])
    }
  }
  if (done.given > total) inflate.destroy()
  else if (!done.failed) {
    inflate.end()
    await Promise.race([failure, once(inflate, 'end')])
  }
  return done
}

/** The most bytes of pixels that are unpacked: 120 megapixels of 16 bits with alpha. */
const MOST_BYTES = 1_000_000_000

/** Bytes that are unpacked at a time: less is known behind the last part that unpacked. */
const PART = 4096
