import { S3Error } from '../s3-error.ts'

/** Reads lines and counted runs of bytes from a stream, and buffers no more than one of its chunks. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /**
   * The next line without its CRLF, as latin1; undefined at the end of the stream.
   *
   * @throws S3Error `IncompleteBody` when it is longer than `limit` or has no end.
   */
  async line(limit: number): Promise<string | undefined> {
    let end = this.#rest.indexOf('\r\n')
    while (end < 0) {
      // Of a line as long as it may be the CR may have come, and not yet the LF.
      const more = this.#rest.length > limit + 1 ? undefined : await this.#next()
      if (more === undefined) {
        if (this.#rest.length === 0) {
          return undefined
        }
        throw new S3Error('IncompleteBody')
      }
      this.#rest = Buffer.concat([this.#rest, more])
      end = this.#rest.indexOf('\r\n')
    }
    if (end > limit) {
      throw new S3Error('IncompleteBody')
    }
    const line = this.#rest.toString('latin1', 0, end)
    this.#rest = this.#rest.subarray(end + 2)
    return line
  }

  /** The next `count` bytes, piece by piece. @throws S3Error `IncompleteBody` when they end early. */
  async *take(count: number): AsyncGenerator<Buffer> {
    let left = count
    while (left > 0) {
      const piece = this.#rest.length > 0 ? this.#rest : await this.#next()
      if (piece === undefined) {
        throw new S3Error('IncompleteBody')
      }
      const part = piece.subarray(0, left)
      this.#rest = piece.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async #next(): Promise<Buffer | undefined> {
    const { done, value } = await this.#source.next()
    return done ? undefined : value
  }
}
