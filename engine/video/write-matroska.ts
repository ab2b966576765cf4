import type { Size } from '../geometry/size.ts'
import type { Frame } from './video-info.ts'

/** Ids of elements (RFC 9559). */
const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675

/** Nanoseconds of a tick: a microsecond, finer than any timescale of a video, so that times come through exactly. */
const TIMESTAMP_SCALE = 1000

/** An element's size field of eight bytes, all ones: it ends where its parent ends. */
const UNKNOWN_SIZE = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])

/**
 * The start of a Matroska stream of raw I420 pictures. A pipe of bare pictures has no times, and Matroska is the
 * simplest container with them that every build reads; a library would be more than these few elements.
 * @param interval seconds between two frames on average: an encoder derives its level from it, which segments of one
 * video must have in common
 */
export function matroskaHeader({ width, height }: Size, interval: number): Buffer {
  return Buffer.concat([
    element(EBML, [
      element(0x4282, Buffer.from('matroska')),
      element(0x4287, integer(4)),
      element(0x4285, integer(2)),
    ]),
    idBytes(SEGMENT),
    UNKNOWN_SIZE,
    element(INFO, [element(0x2ad7b1, integer(TIMESTAMP_SCALE))]),
    element(TRACKS, [
      element(0xae, [
        element(0xd7, integer(1)),
        element(0x73c5, integer(1)),
        element(0x83, integer(1)),
        element(0x86, Buffer.from('V_UNCOMPRESSED')),
        element(0x23e383, integer(Math.max(1, Math.round(interval * 1e9)))),
        element(0xe0, [
          element(0xb0, integer(width)),
          element(0xba, integer(height)),
          element(0x2eb524, Buffer.from('I420')),
        ]),
      ]),
    ]),
  ])
}

/** What stands before the bytes of a frame: a cluster of its own, whose time is the frame's. */
export function matroskaFrameHeader({ planes, pts }: Frame, timescale: number): Buffer {
  const microseconds = Math.round((pts / timescale) * 1e6)
  // Of a simple block: track 1, no offset from the cluster's time, a key frame.
  const block = Buffer.from([0x81, 0, 0, 0x80])
  const blockHead = Buffer.concat([idBytes(0xa3), sizeBytes(block.length + planes.length), block])
  const time = element(0xe7, integer(microseconds))
  const size = sizeBytes(time.length + blockHead.length + planes.length)
  return Buffer.concat([idBytes(CLUSTER), size, time, blockHead])
}

function element(id: number, content: Buffer | readonly Buffer[]): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content) : (content as Buffer)
  return Buffer.concat([idBytes(id), sizeBytes(body.length), body])
}

function idBytes(id: number): Buffer {
  return integer(id)
}

/** A size in eight bytes, the first of which says so. */
function sizeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(size))
  bytes[0] = 1
  return bytes
}

/** A number without leading zero bytes. */
function integer(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  const first = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(first < 0 ? 7 : first)
}
