import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { onTestFinished } from 'vitest'
import { openAccess } from '../../../local/iam/access.ts'
import { type S3Endpoint, type S3Options, startS3 } from '../../../local/s3/start-s3.ts'
import type { ObjectCreatedEvent } from '../../../local/s3/store/object-created.ts'
import { CREDENTIALS, REGION } from './credentials.ts'

export type OpenS3 = { s3: S3Endpoint; client: S3Client; dataDir: string }

/** An endpoint on a directory of its own, both removed when the test is finished. */
export async function openS3(options: Partial<S3Options> = {}): Promise<OpenS3> {
  const dataDir = options.dataDir ?? (await freshDir())
  const s3 = await startS3({
    dataDir,
    port: 0,
    region: REGION,
    access: openAccess('000000000000', CREDENTIALS),
    ...options,
  })
  const client = clientFor(s3)
  onTestFinished(async () => {
    client.destroy()
    await s3.close()
  })
  return { s3, client, dataDir }
}

/** A directory that is removed when the test is finished. */
export async function freshDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-s3-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

export function clientFor(s3: { url: string }, credentials = CREDENTIALS): S3Client {
  return new S3Client({ endpoint: s3.url, region: REGION, credentials, maxAttempts: 1 })
}

/** Collects events. `next(count)` resolves once that many have come in total. */
export function eventSink() {
  const events: ObjectCreatedEvent[] = []
  let changed = Promise.withResolvers<void>()
  return {
    events,
    receive: (event: ObjectCreatedEvent) => {
      events.push(event)
      changed.resolve()
      changed = Promise.withResolvers()
    },
    next: async (count: number) => {
      while (events.length < count) {
        await changed.promise
      }
      return events
    },
  }
}

/** The error of an SDK call, with its HTTP status. */
export async function refusal(call: Promise<unknown>): Promise<{ name: string; status: number }> {
  try {
    await call
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } }
    return { name, status: $metadata?.httpStatusCode ?? 0 }
  }
  throw new Error('The call was expected to be refused')
}
