import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../../catalog/failures/failure.ts'
import { Fault } from '../../../catalog/failures/fault.ts'
import { FetchRefused } from '../../fetch/fetch-refused.ts'
import type { guardedFetch, guardedFetchStream } from '../../fetch/guarded-fetch.ts'
import type { OrderedFile } from '../core/ports/broker.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'

export type FetchSourceDeps = {
  files: Pick<SignedFiles, 'get' | 'download'>
  fetch: typeof guardedFetch
  /** For videos, which are not held in memory. */
  fetchStream: typeof guardedFetchStream
  /** The one loopback origin that source URLs may have. */
  allowLoopbackOrigin?: string | undefined
}

const TIMEOUT_MS = 60_000

/**
 * The bytes of a task's input file, from its public URL or its upload slot. A file must have fewer than `tooManyBytes`.
 * Throws a `Fault` for what the client can correct, and `unknown_internal_error` for a slot without a file.
 */
export function fetchSource(
  file: OrderedFile,
  tooManyBytes: number,
  signal: AbortSignal,
  deps: FetchSourceDeps,
): Promise<Uint8Array> {
  return 'url' in file
    ? fetchUrl(file.url, tooManyBytes, signal, deps)
    : readSlot(file.signed, tooManyBytes, signal, deps)
}

/** Like `fetchSource`, into a file at `path`, without having all bytes in memory. */
export async function fetchVideo(
  file: OrderedFile,
  tooManyBytes: number,
  path: string,
  signal: AbortSignal,
  deps: FetchSourceDeps,
): Promise<{ path: string }> {
  if ('url' in file) await streamUrl(file.url, tooManyBytes, path, signal, deps)
  else {
    const read = deps.files.download(file.signed, path, tooManyBytes - 1, signal)
    requireFile(await outOfTime(read, signal), tooManyBytes)
  }
  return { path }
}

async function streamUrl(
  url: string,
  tooManyBytes: number,
  path: string,
  signal: AbortSignal,
  deps: FetchSourceDeps,
): Promise<void> {
  try {
    const { status, body, discard } = await deps.fetchStream(
      url,
      boundsOf(tooManyBytes, signal, deps),
    )
    if (status !== 200) throw unanswered(status, await readStart(body).finally(discard))
    await pipeline(body, createWriteStream(path))
  } catch (error) {
    throw error instanceof FetchRefused ? faultOf(error, tooManyBytes) : error
  }
}

async function fetchUrl(
  url: string,
  tooManyBytes: number,
  signal: AbortSignal,
  deps: FetchSourceDeps,
): Promise<Uint8Array> {
  const response = await deps
    .fetch(url, boundsOf(tooManyBytes, signal, deps))
    .catch((error: unknown) => {
      throw error instanceof FetchRefused ? faultOf(error, tooManyBytes) : error
    })
  if (response.status === 200) return response.bytes
  throw unanswered(response.status, response.bytes)
}

function boundsOf(
  tooManyBytes: number,
  signal: AbortSignal,
  { allowLoopbackOrigin }: FetchSourceDeps,
) {
  return { maxBytes: tooManyBytes - 1, timeoutMs: TIMEOUT_MS, allowLoopbackOrigin, signal }
}

/** Bytes of an answer of another status in which its error is looked for. */
const ERROR_BYTES = 4096

/** The first bytes of an answer that is no file. Whether they are whole does not matter. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= ERROR_BYTES) break
    }
  } catch {
    // The status alone says enough.
  }
  return Buffer.concat(chunks)
}

/** How S3 answers for an object in an archive class that is not restored (Amazon S3 API Reference, GetObject). */
const ARCHIVED = '<Code>InvalidObjectState</Code>'

function unanswered(status: number, body: Uint8Array) {
  const answered = `The source URL answered with HTTP status ${status}`
  const start = Buffer.from(body.subarray(0, ERROR_BYTES)).toString('latin1')
  const isArchived = status === 403 && start.includes(ARCHIVED)
  return new Fault(
    'download',
    isArchived
      ? `${answered}, InvalidObjectState: the object is archived. Restore it, then create the task again.`
      : `${answered}.`,
  )
}

function faultOf(error: FetchRefused, tooManyBytes: number): Fault {
  const { reason, message } = error
  if (reason === 'bytes') return tooLarge(tooManyBytes)
  if (reason === 'aborted') return new Fault('runtime', 'The task ran out of time.')
  if (reason === 'encoding') {
    return new Fault('unreadable', `${message} Store and serve the file as it is.`, {
      cause: error,
    })
  }
  return new Fault('download', message, { cause: error })
}

async function readSlot(
  url: string,
  tooManyBytes: number,
  signal: AbortSignal,
  { files }: FetchSourceDeps,
): Promise<Uint8Array> {
  const read = files.get(url, tooManyBytes - 1, signal)
  return requireFile(await outOfTime(read, signal), tooManyBytes)
}

/** An abort is thrown under several error names, so the signal is asked. */
async function outOfTime<T>(read: Promise<T>, signal: AbortSignal): Promise<T> {
  return await read.catch((cause: unknown) => {
    throw signal.aborted ? new Fault('runtime', 'The task ran out of time.', { cause }) : cause
  })
}

function requireFile<T>(found: T | 'absent' | 'too large', tooManyBytes: number): T {
  if (found === 'absent') {
    throw new Failure('unknown_internal_error', 'The upload slot holds no file.')
  }
  if (found === 'too large') throw tooLarge(tooManyBytes)
  return found
}

function tooLarge(tooManyBytes: number) {
  return new Fault('bytes', `The file must be smaller than ${tooManyBytes} bytes.`)
}
