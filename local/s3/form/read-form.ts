import { S3Error } from '../s3-error.ts'

/** The most bytes before the file, boundaries included: 20 KB (API Reference, "Creating an HTML Form"). */
const MAX_BEFORE_FILE = 20 * 1024

/** A form up to its file, whose bytes are still to be read. */
export type Form = {
  /** Values by lower-case name, in the order they came. */
  fields: ReadonlyMap<string, string>
  /** Without its folders; empty when the client gave none. */
  fileName: string
  /** Ends where the file ends; what follows it in the form is ignored. */
  file: AsyncIterable<Buffer>
}

/**
 * Reads a `multipart/form-data` body (RFC 7578) up to the bytes of its `file`, which has to be the last field.
 *
 * @throws S3Error `MalformedPOSTRequest`, `MaxPostPreDataLengthExceededError`,
 *   `IncorrectNumberOfFilesInPostRequest` without a file, `InvalidArgument` for a field that is given twice.
 */
export async function readForm(source: AsyncIterable<Buffer>, boundary: string): Promise<Form> {
  const parts = new PartReader(source, boundary)
  const fields = new Map<string, string>()
  await parts.skipPreamble()
  for (;;) {
    const head = await parts.head()
    if (head === undefined) throw new S3Error('IncorrectNumberOfFilesInPostRequest')
    const name = head.name.toLowerCase()
    if (name === 'file') {
      return { fields, fileName: baseName(head.fileName), file: parts.rest() }
    }
    // The one that is checked must be the one that is used.
    if (fields.has(name)) {
      throw new S3Error('InvalidArgument', {
        message: 'A form has every field once.',
        fields: { ArgumentName: head.name },
      })
    }
    fields.set(name, utf8(await parts.value()))
  }
}

/** Cuts a body at its boundaries and buffers no more than what stands before the file, or one chunk of it. */
class PartReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  // The first boundary has no line before it; with one, it is like the others.
  #rest: Buffer = Buffer.from('\r\n')
  #left = MAX_BEFORE_FILE

  constructor(source: AsyncIterable<Buffer>, boundary: string) {
    this.#source = source[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  async skipPreamble(): Promise<void> {
    await this.#until(this.#delimiter)
  }

  /** What a part says about itself; undefined behind the last one. */
  async head(): Promise<{ name: string; fileName: string } | undefined> {
    while (this.#rest.length < 2) this.#rest = Buffer.concat([this.#rest, await this.#next()])
    if (this.#rest.toString('latin1', 0, 2) === '--') return undefined
    const padding = await this.#until(Buffer.from('\r\n'))
    if (padding.toString('latin1').trim() !== '') throw new S3Error('MalformedPOSTRequest')
    const lines = utf8(await this.#until(Buffer.from('\r\n\r\n'))).split('\r\n')
    const disposition = lines.find((line) => /^content-disposition\s*:\s*form-data\s*;/i.test(line))
    const name = disposition && parameter(disposition, 'name')
    if (disposition === undefined || !name) throw new S3Error('MalformedPOSTRequest')
    return { name, fileName: parameter(disposition, 'filename') ?? '' }
  }

  value(): Promise<Buffer> {
    return this.#until(this.#delimiter)
  }

  async *rest(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf(this.#delimiter)
      if (end >= 0) {
        if (end > 0) yield this.#rest.subarray(0, end)
        return
      }
      // The last bytes may be the beginning of a boundary.
      const safe = this.#rest.length - this.#delimiter.length
      if (safe > 0) {
        yield this.#rest.subarray(0, safe)
        this.#rest = this.#rest.subarray(safe)
      }
      this.#rest = Buffer.concat([this.#rest, await this.#next()])
    }
  }

  async #until(mark: Buffer): Promise<Buffer> {
    let end = this.#rest.indexOf(mark)
    while (end < 0) {
      if (this.#rest.length > this.#left) throw new S3Error('MaxPostPreDataLengthExceededError')
      this.#rest = Buffer.concat([this.#rest, await this.#next()])
      end = this.#rest.indexOf(mark)
    }
    this.#left -= end + mark.length
    if (this.#left < 0) throw new S3Error('MaxPostPreDataLengthExceededError')
    const found = this.#rest.subarray(0, end)
    this.#rest = this.#rest.subarray(end + mark.length)
    return found
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#source.next()
    if (done) throw new S3Error('MalformedPOSTRequest')
    return value
  }
}

// Browsers write a quote as %22, other clients as \".
function parameter(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:\\\\"|[^"])*)"|([^;\\s]+))`, 'i').exec(disposition)
  return found ? (found[1] ?? found[2] ?? '').replaceAll('\\"', '"') : undefined
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new S3Error('MalformedPOSTRequest')
  }
}
