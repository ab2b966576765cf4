import { Readable } from 'node:stream'
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { BatchObjects } from '../ports/batch-objects.ts'
import { s3BatchHead } from './s3-batch-head.ts'
import { factsOf, readVersion, unlessGone } from './s3-version.ts'

const JSON_LINES = 'application/x-ndjson'

/** The objects of a batch in S3. */
export function s3BatchObjects(s3: S3Client): BatchObjects {
  return {
    head: s3BatchHead(s3),

    open: async (object) => {
      const opened = await readVersion(
        object,
        async (params) => {
          const found = await s3.send(new GetObjectCommand(params))
          const body = found.Body?.transformToWebStream() as ReadableStream<Uint8Array> | undefined
          return body && { facts: factsOf(found), body }
        },
        ({ body }) => body.cancel(),
      )
      return opened?.body
    },

    read: (object) =>
      unlessGone(object, async () => {
        const { bucket, key } = object
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        return Body?.transformToString()
      }),

    put: async ({ bucket, key }, text) => {
      await s3.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: text, ContentType: JSON_LINES }),
      )
    },

    stream: async ({ bucket, key }, lines) => {
      const Body = Readable.from(toBytes(lines))
      const params = { Bucket: bucket, Key: key, Body, ContentType: JSON_LINES }
      await new Upload({ client: s3, params, queueSize: 2 }).done()
    },
  }
}

const toBytes = async function* (lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(`${line}\n`)
}
