import { closeSync, createReadStream, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'

type Request = { method: string; path: string; query: Record<string, string>; body?: unknown }
type Answer = { statusCode: number; headers?: Record<string, string>; body?: string | Readable }

/**
 * What is not kept in a file but made when it is asked for: the object of a path, or the keys after one of a listing.
 */
export type Made = {
  object?: (path: string) => string | Readable | undefined
  keysAfter?: (key: string, most: number) => string[]
  /** Is told how many bytes of an upload arrived. */
  heard?: (bytes: number) => void
  /** Are told when a request begins and when it has its answer. */
  began?: () => void
  ended?: () => void
}

const KEYS_A_PAGE = 1000

/**
 * The SDK's own S3 client over a store without a network: what is written goes to files of `folder`, and what else is
 * asked for is `made`. `read` gives what was written under a path (`/<bucket>/<key>`).
 */
export function paperS3(
  folder: string,
  made: Made,
): { s3: S3Client; read(path: string): string; close(): void } {
  const files = new Map<string, { path: string; descriptor: number }>()
  const fileOf = (path: string) => {
    const known = files.get(path)
    if (known) return known
    const place = join(folder, String(files.size))
    const file = { path: place, descriptor: openSync(place, 'w') }
    files.set(path, file)
    return file
  }
  let partSize = 0
  const putPart = async (path: string, part: number, body: unknown): Promise<void> => {
    const bytes = await bytesOf(body)
    if (part === 1) partSize = bytes.length
    const file = fileOf(path)
    writeSync(file.descriptor, bytes, 0, bytes.length, (part - 1) * partSize)
    made.heard?.(bytes.length)
  }

  const get = (path: string): Answer => {
    const file = files.get(path)
    const body = file ? createReadStream(file.path) : made.object?.(path)
    if (body === undefined)
      return { statusCode: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    return { statusCode: 200, headers: { etag: '"paper"' }, body }
  }

  const list = ({ query }: Request): Answer => {
    const keys = made.keysAfter?.(query['continuation-token'] ?? '', KEYS_A_PAGE) ?? []
    const last = keys.length === KEYS_A_PAGE ? keys.at(-1) : undefined
    const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    const more = last ? `<NextContinuationToken>${last}</NextContinuationToken>` : ''
    const truncated = `<IsTruncated>${last !== undefined}</IsTruncated>`
    const body = `<ListBucketResult>${truncated}${more}${contents.join('')}</ListBucketResult>`
    return { statusCode: 200, body }
  }

  const answer = async (request: Request): Promise<Answer> => {
    const { method, path, query, body } = request
    if (method === 'GET') return 'list-type' in query ? list(request) : get(path)
    if ('uploads' in query) {
      const id = '<InitiateMultipartUploadResult><UploadId>one</UploadId>'
      return { statusCode: 200, body: `${id}</InitiateMultipartUploadResult>` }
    }
    if (method === 'PUT') await putPart(path, Number(query['partNumber'] ?? 1), body)
    const headers = { etag: '"paper"', 'x-amz-version-id': 'v1' }
    const done = method === 'POST' ? '<CompleteMultipartUploadResult/>' : ''
    return { statusCode: 200, headers, body: done }
  }

  const s3 = new S3Client({
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    forcePathStyle: true,
    requestHandler: {
      handle: async (request: Request) => {
        made.began?.()
        const { statusCode, headers = {}, body = '' } = await answer(request)
        // An answer takes a turn, as one from a network does.
        await setImmediate()
        made.ended?.()
        const stream = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body
        return { response: { statusCode, headers, body: stream } }
      },
    } as never,
  })
  return {
    s3,
    read: (path) => readFileSync(fileOf(path).path, 'utf8'),
    close: () => {
      s3.destroy()
      for (const { path, descriptor } of files.values()) {
        closeSync(descriptor)
        rmSync(path)
      }
    },
  }
}

async function bytesOf(body: unknown): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  if (typeof body === 'string') return Buffer.from(body)
  const chunks: Uint8Array[] = []
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
