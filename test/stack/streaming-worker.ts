import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { env } from '../../functions/env.ts'
import { guardedFetchStream } from '../../functions/fetch/guarded-fetch.ts'
import { signedFiles } from '../../functions/service/core/adapters/s3/signed-files.ts'
import { uploadKey } from '../../functions/service/core/model/upload-slot.ts'
import type { Intercept } from '../../local/lambda/hosted-function.ts'
import { countingHash, longVideo } from './long-file.ts'
import { noopWorker } from './noop-worker.ts'

const API = 'functions/service/api/handler.ts'
const FILES = '/s2s/v2.0/file'
/** The longest file that the service issues a slot for, in bytes. */
const LONGEST = 100_000_000

/**
 * A worker without length limits, whose effect reads a video of any length to its end and writes another one just as
 * long, both as streams, one video at a time. `onFile` gets what it read and wrote.
 */
export function streamingWorker(
  onFile: (what: 'read' | 'written', measure: { size: number; sha256: string }) => void,
): Intercept {
  const s3 = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  const worker = noopWorker(({ allowLoopbackOrigin }) => ({
    perform: async ({ files: { src }, folder }) => {
      if (src instanceof Uint8Array) throw new Error('The video is in memory.')
      const [read, written] = [countingHash(), countingHash()]
      for await (const _ of read.pass(createReadStream(src.path)));
      onFile('read', read.read())
      const path = join(folder, 'result.mp4')
      await pipeline(written.pass(longVideo(read.read().size)), createWriteStream(path))
      onFile('written', written.read())
      return { results: {}, file: { path, contentType: 'video/mp4', extension: 'mp4' }, seconds: 5 }
    },
    fetchStream: (url) =>
      guardedFetchStream(url, { maxBytes: 1e12, timeoutMs: 600_000, allowLoopbackOrigin }),
    signed: { download: (url, path) => signedFiles().download(url, path, 1e12) },
  }))
  return (call, next) =>
    call.entry === API
      ? giveSlots(call.payload as APIGatewayProxyEventV2, next, s3)
      : worker(call, next)
}

/** Requests slots of a length that the service allows, and signs URLs for them that accept any length. */
async function giveSlots(
  event: APIGatewayProxyEventV2,
  next: Parameters<Intercept>[1],
  s3: S3Client,
): ReturnType<Intercept> {
  if (event.rawPath !== FILES) return next()
  const body = JSON.parse(event.body ?? '') as { files: { file_size: number }[] }
  for (const file of body.files) file.file_size = Math.min(file.file_size, LONGEST)
  event.body = JSON.stringify(body)
  const result = await next()
  if ('error' in result) return result
  const answer = result.payload as APIGatewayProxyStructuredResultV2
  const given = JSON.parse(answer.body ?? '')
  for (const { file_id, requests } of given.data.files) {
    const Key = uploadKey(file_id)
    const slot = new PutObjectCommand({ Bucket: env('FILES_BUCKET'), Key })
    requests[0] = { ...requests[0], url: await getSignedUrl(s3, slot), headers: {} }
  }
  return { payload: { ...answer, body: JSON.stringify(given) } }
}
