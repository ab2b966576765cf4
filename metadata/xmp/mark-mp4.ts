import type { ByteReader } from '../byte-reader.ts'
import type { Embedding } from './embedding.ts'

/** The extended type of a box that holds XMP (XMP specification part 3, 1.2.5). */
const XMP_TYPE = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
/** Bytes of an old packet that are read for what it says. */
const MAX_READ = 1024 * 1024

/**
 * Writes a packet into an MP4 or MOV as a `uuid` box behind all others, where it moves no sample. A packet in the file
 * becomes free space. A file whose last box has no stated end cannot be marked.
 */
export async function* markMp4(reader: ByteReader, embed: Embedding): AsyncGenerator<Uint8Array> {
  const old: string[] = []
  for (;;) {
    const head = Buffer.from(await reader.take(8))
    if (head.length === 0) break
    const large = head.length === 8 && head.readUInt32BE(0) === 1
    const box = large ? Buffer.concat([head, await reader.take(8)]) : head
    const size = sizeOf(box, large)
    if (size === undefined) {
      yield box
      return yield* reader.pass()
    }
    const body = size - box.length
    const isOld = head.toString('latin1', 4) === 'uuid' && (await reader.peek(16)).equals(XMP_TYPE)
    if (isOld) box.write('free', 4, 'latin1')
    yield box
    if (isOld && body <= MAX_READ) {
      old.push((await reader.peek(body)).toString('utf8'))
      for await (const part of reader.pass(body)) yield Buffer.alloc(part.length)
      continue
    }
    let passed = 0
    for await (const part of reader.pass(body)) {
      passed += part.length
      yield part
    }
    // A file that is cut off would take the packet for what is missing.
    if (passed < body) return
  }
  yield boxOf(embed.packet(old.join('')))
  embed.done()
}

/** The size of a box with its header; undefined where it is not stated or impossible. */
function sizeOf(box: Buffer, large: boolean): number | undefined {
  if (box.length < (large ? 16 : 8)) return undefined
  const size = large ? Number(box.readBigUInt64BE(8)) : box.readUInt32BE(0)
  return size >= box.length && Number.isSafeInteger(size) ? size : undefined
}

function boxOf(packet: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + XMP_TYPE.length + packet.length)
  head.write('uuid', 4, 'latin1')
  return Buffer.concat([head, XMP_TYPE, packet])
}
