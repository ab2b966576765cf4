import type { VideoFormat } from '../catalog/files/file-rule.ts'
import { VIDEO_BYTES } from '../catalog/files/media-limits.ts'
import type { ByteReader } from './byte-reader.ts'

/** What the boxes of a video say of it (ISO/IEC 14496-12), without any of its frames. */
export type VideoHeader = {
  container: VideoFormat
  /** Whether its frames are stored on their side or upside down. */
  isTurned?: boolean
  /** Frames a second on average. */
  rate?: number
}

/** Bytes of an index that is read; one of ten minutes has about one million. */
const MOST_INDEX = 16_000_000

/** Boxes that are passed at most before an index is given up. */
const MOST_BOXES = 1_000

/**
 * The container of a video by its first box (QuickTime's brand is `qt  `), and what its index says, which may stand at
 * the end of the file; undefined where it is no known kind of video. What no index says is left out.
 */
export async function readVideoHeader(reader: ByteReader): Promise<VideoHeader | undefined> {
  const start = (await reader.peek(12)).toString('latin1')
  if (start.slice(4, 8) !== 'ftyp') return undefined
  const brand = start.slice(8, 12)
  if (/^(?:avi[fs]|hei[cfmsx]|hev[cmsx]|mif1|msf1|crx )$/.test(brand)) return undefined
  const index = await findIndex(reader)
  return { container: brand === 'qt  ' ? 'mov' : 'mp4', ...(index && describe(index)) }
}

/** The content of the box `moov`. */
async function findIndex(reader: ByteReader): Promise<Buffer | undefined> {
  for (let boxes = 0, passed = 0; boxes < MOST_BOXES && passed < VIDEO_BYTES; boxes++) {
    const head = await reader.peek(16)
    if (head.length < 8) return undefined
    const { type, headSize, size } = headOf(head, 0, Number.POSITIVE_INFINITY)
    passed += size
    if (type === 'moov') {
      await reader.take(headSize)
      return size <= MOST_INDEX ? await reader.take(size - headSize) : undefined
    }
    // Larger videos are prepared in any case.
    if (passed < VIDEO_BYTES) for await (const _ of reader.pass(size));
  }
  return undefined
}

type IsoBox = { type: string; content: Buffer }

function describe(index: Buffer): Omit<VideoHeader, 'container'> {
  for (const { content: track } of boxesIn(index, 'trak')) {
    const [media] = boxesIn(track, 'mdia')
    const [handler] = media ? boxesIn(media.content, 'hdlr') : []
    if (!media || handler?.content.toString('latin1', 8, 12) !== 'vide') continue
    const rate = rateOf(media.content)
    return { isTurned: isTurned(track), ...(rate !== undefined && { rate }) }
  }
  return {}
}

/** Whether the matrix of a track turns its frames by a quarter or more. */
function isTurned(track: Buffer): boolean {
  const [{ content } = { content: Buffer.alloc(0) }] = boxesIn(track, 'tkhd')
  const matrix = content[0] === 1 ? 52 : 40
  if (content.length < matrix + 8) return false
  const turn = Math.atan2(content.readInt32BE(matrix + 4), content.readInt32BE(matrix))
  return Math.round(turn / (Math.PI / 2)) !== 0
}

/** Samples by how long they last. Fragments, which count their samples elsewhere, have none here. */
function rateOf(media: Buffer): number | undefined {
  const [header] = boxesIn(media, 'mdhd')
  const [sizes] = ['minf', 'stbl', 'stsz'].reduce<IsoBox[]>(
    (within, type) => within.flatMap(({ content }) => boxesIn(content, type)),
    [{ type: 'mdia', content: media }],
  )
  if (!header || !sizes || sizes.content.length < 12) return undefined
  const { content } = header
  const isLong = content[0] === 1
  if (content.length < (isLong ? 32 : 20)) return undefined
  const timescale = content.readUInt32BE(isLong ? 20 : 12)
  const ticks = isLong ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16)
  const frames = sizes.content.readUInt32BE(8)
  return frames > 1 && ticks > 0 ? (frames * timescale) / ticks : undefined
}

function boxesIn(content: Buffer, wanted: string): IsoBox[] {
  const found: IsoBox[] = []
  for (let at = 0; at + 8 <= content.length; ) {
    const { type, headSize, size } = headOf(content, at, content.length)
    if (type === wanted) found.push({ type, content: content.subarray(at + headSize, at + size) })
    at += size
  }
  return found
}

/** @param end where the box ends that says it goes to the end */
function headOf(
  bytes: Buffer,
  at: number,
  end: number,
): { type: string; headSize: number; size: number } {
  const said = bytes.readUInt32BE(at)
  const isLong = said === 1 && bytes.length >= at + 16
  const headSize = isLong ? 16 : 8
  const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : said === 0 ? end - at : said
  return {
    type: bytes.toString('latin1', at + 4, at + 8),
    headSize,
    size: Math.max(headSize, size),
  }
}
