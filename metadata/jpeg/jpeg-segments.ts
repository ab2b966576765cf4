import type { ByteReader } from '../byte-reader.ts'

export const [APP0, APP1] = [0xe0, 0xe1]
const [APP15, COMMENT] = [0xef, 0xfe]

/** Bytes of segments that are held in memory at most; profiles and thumbnails have far fewer. */
const MAX_HELD = 8 * 1024 * 1024

/** Takes the segments of a JPEG that come before its first table or frame: application data and comments. */
export async function takeLeadingSegments(reader: ByteReader): Promise<Buffer[]> {
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

/** Whether a segment is application data of a kind. */
export function isApp1(segment: Buffer, signature: Buffer): boolean {
  return segment[1] === APP1 && segment.subarray(4, 4 + signature.length).equals(signature)
}

/** A segment of application data. */
export function app1(signature: Buffer, data: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(2 + signature.length + data.length, 2)
  return Buffer.concat([head, signature, data])
}
