import { createHash, randomBytes } from 'node:crypto'

const CHUNK = 1024 * 1024

/** An MP4 file of `bytes` bytes as a stream: its type, then noise of the stated size as media data. */
export const longVideo = function* (bytes: number): Generator<Uint8Array> {
  const head = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2avc1mp41', 'latin1')),
    box('free', Buffer.alloc(0)),
  ])
  const media = Buffer.alloc(16)
  media.writeUInt32BE(1, 0)
  media.write('mdat', 4, 'latin1')
  media.writeBigUInt64BE(BigInt(bytes - head.length), 8)
  yield Buffer.concat([head, media])
  const noise = randomBytes(CHUNK)
  for (let left = bytes - head.length - media.length; left > 0; left -= CHUNK) {
    noise.writeUInt32BE(left, 0)
    yield Buffer.from(noise.subarray(0, Math.min(left, CHUNK)))
  }
}

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Length and SHA-256 of the bytes that pass. */
export function countingHash() {
  const hash = createHash('sha256')
  let size = 0
  return {
    pass: async function* (chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    read: () => ({ size, sha256: hash.copy().digest('hex') }),
  }
}
