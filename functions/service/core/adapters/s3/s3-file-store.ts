import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { FileStore } from '../../ports/file-store.ts'

/** How often a file is sent at most: the client does not repeat what it streams. */
const SENDINGS = 3

/** Files in an S3 bucket. */
export function s3FileStore(s3: S3Client, bucket: string): FileStore {
  const open = async (key: string, maxBytes: number, signal: AbortSignal | undefined) => {
    try {
      const { Body, ContentLength = 0 } = await s3.send(
        new GetObjectCommand({ Bucket: bucket, Key: key }),
        signal ? { abortSignal: signal } : {},
      )
      if (ContentLength <= maxBytes) return Body ?? 'absent'
      // Closes the connection, which would otherwise be kept until the unread bytes were transferred.
      if (Body && 'destroy' in Body) Body.destroy()
      return 'too large'
    } catch (error) {
      if (error instanceof NoSuchKey) return 'absent'
      throw error
    }
  }
  const putFile = async (path: string, params: PutObjectCommandInput): Promise<void> => {
    const { size } = await stat(path)
    for (let sending = 1; ; sending++) {
      const Body = createReadStream(path)
      try {
        await s3.send(new PutObjectCommand({ ...params, Body, ContentLength: size }))
        return
      } catch (error) {
        if (sending === SENDINGS) throw error
      } finally {
        Body.destroy()
      }
    }
  }
  return {
    async get(key, maxBytes, signal) {
      const body = await open(key, maxBytes, signal)
      return typeof body === 'string' ? body : await body.transformToByteArray()
    },

    async download(key, path, maxBytes, signal) {
      const body = await open(key, maxBytes, signal)
      if (typeof body === 'string') return body
      const into = createWriteStream(path)
      await pipeline(body as unknown as Readable, into, signal ? { signal } : {})
      return 'written'
    },

    async has(key) {
      try {
        await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
        return true
      } catch (error) {
        if (error instanceof NotFound) return false
        throw error
      }
    },

    async put(key, file, { contentType, fileName }) {
      const params = {
        Bucket: bucket,
        Key: key,
        ContentType: contentType,
        ...(fileName && { ContentDisposition: `inline; filename="${fileName}"` }),
      }
      if (file instanceof Uint8Array) {
        await s3.send(new PutObjectCommand({ ...params, Body: file }))
      } else await putFile(file.path, params)
    },

    async remove(keys) {
      await Promise.all(
        keys.map((Key) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
      )
    },
  }
}
