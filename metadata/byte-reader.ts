import type { ByteSource } from './byte-source.ts'

/** Reads a stream in pieces of given lengths and passes the rest on. No more of it is in memory than was asked for. */
export type ByteReader = {
  /** The next `length` bytes without consuming them; fewer at the end. */
  peek(length: number): Promise<Buffer>
  /** The next `length` bytes; fewer at the end. */
  take(length: number): Promise<Buffer>
  /** Passes `length` bytes on, or all that are left. Ends early at the end of the stream. */
  pass(length?: number): AsyncGenerator<Uint8Array, void>
  /** Lets go of a stream that was not read to its end. */
  close(): Promise<void>
}

/** A reader of bytes in memory or of a stream. */
export function readBytes(source: ByteSource): ByteReader {
  const chunks = chunksOf(source)
  let held: Buffer = Buffer.alloc(0)

  const more = async (): Promise<Buffer | undefined> => {
    const next = await chunks.next()
    return next.done ? undefined : asBuffer(next.value)
  }
  const hold = async (length: number): Promise<void> => {
    // What lies in memory in one piece is not copied.
    const parts = held.length > 0 ? [held] : []
    let size = held.length
    while (size < length) {
      const part = await more()
      if (!part) break
      parts.push(part)
      size += part.length
    }
    if (size > held.length) held = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }
  const take = async (length: number): Promise<Buffer> => {
    await hold(length)
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    peek: async (length) => {
      await hold(length)
      return held.subarray(0, length)
    },
    take,
    async *pass(length = Number.POSITIVE_INFINITY) {
      let left = length
      while (left > 0) {
        if (held.length === 0) held = (await more()) ?? held
        if (held.length === 0) return
        const part = await take(Math.min(left, held.length))
        left -= part.length
        yield part
      }
    },
    close: async () => void (await chunks.return()),
  }
}

async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  if (source instanceof Uint8Array) yield source
  else yield* source
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
