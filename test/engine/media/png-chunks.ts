import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A valid PNG of this size whose pixels, all black, are not stored: the file ends after its first row. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = deflateSync(Buffer.alloc(1 + width * 3))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', row),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The same picture with an animation of two plays declared before its pixels. */
export function animatedPng(still: Buffer): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const afterHeader = SIGNATURE.length + 25
  return Buffer.concat([
    still.subarray(0, afterHeader),
    chunk('acTL', control),
    still.subarray(afterHeader),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
