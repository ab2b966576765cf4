import { Readable } from 'node:stream'
import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { BatchObjects } from '../ports/batch-objects.ts'
import type { ObjectRef } from '../ports/objects.ts'

/** Error names of S3 for an object or a version that does not exist. `BadRequest`: the version id has no valid form. */
const GONE = new Set(['NoSuchKey', 'NoSuchVersion', 'NotFound', 'MethodNotAllowed', 'BadRequest'])
const JSON_LINES = 'application/x-ndjson'

/** The objects of a batch in S3. */
export function s3BatchObjects(s3: S3Client): BatchObjects {
  return {
    head: (object) =>
      unlessGone(async () => {
        const found = await s3.send(new HeadObjectCommand(objectParams(object)))
        const { VersionId, ETag = '', ContentLength: size = 0, Metadata: metadata = {} } = found
        const etag = ETag.replaceAll('"', '')
        return { version: VersionId ?? `etag:${etag}`, size, etag, metadata }
      }),

    open: (object) =>
      unlessGone(async () => {
        const { Body } = await s3.send(new GetObjectCommand(objectParams(object)))
        return Body?.transformToWebStream() as AsyncIterable<Uint8Array> | undefined
      }),

    read: (object) =>
      unlessGone(async () => {
        const { Body } = await s3.send(new GetObjectCommand(objectParams(object)))
        return Body?.transformToString()
      }),

    put: async ({ bucket, key }, text) => {
      await s3.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: text, ContentType: JSON_LINES }),
      )
    },

    stream: async ({ bucket, key }, lines) => {
      const Body = Readable.from(toBytes(lines), { objectMode: false })
      const params = { Bucket: bucket, Key: key, Body, ContentType: JSON_LINES }
      await new Upload({ client: s3, params, queueSize: 2 }).done()
    },
  }
}

const toBytes = async function* (lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(`${line}\n`)
}

function objectParams({ bucket, key, version }: ObjectRef) {
  return {
    Bucket: bucket,
    Key: key,
    ...(version && { VersionId: version }),
  }
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    if (error instanceof S3ServiceException && GONE.has(error.name)) return undefined
    throw error
  }
}
