import { Failure } from '../../../catalog/failure.ts'
import { Fault } from '../../../catalog/fault.ts'
import type { FileReference } from '../../../catalog/file-rule.ts'
import { FetchRefused } from '../../fetch/fetch-refused.ts'
import type { guardedFetch } from '../../fetch/guarded-fetch.ts'
import { uploadKey } from '../model/upload-slot.ts'
import type { FileStore } from '../ports/file-store.ts'

export type FetchSourceDeps = {
  files: FileStore
  fetch: typeof guardedFetch
  /** The one loopback origin that source URLs may have. */
  allowLoopbackOrigin?: string | undefined
}

const TIMEOUT_MS = 60_000

/**
 * The bytes of a task's input file, from its public URL or its upload slot. A file must have fewer than `tooManyBytes`.
 * Throws a `Fault` for what the client can correct, and `unknown_internal_error` for a slot without a file.
 */
export function fetchSource(
  file: FileReference,
  tooManyBytes: number,
  signal: AbortSignal,
  deps: FetchSourceDeps,
): Promise<Uint8Array> {
  return 'url' in file
    ? fetchUrl(file.url, tooManyBytes, signal, deps)
    : readSlot(file.id, tooManyBytes, signal, deps)
}

async function fetchUrl(
  url: string,
  tooManyBytes: number,
  signal: AbortSignal,
  { fetch, allowLoopbackOrigin }: FetchSourceDeps,
): Promise<Uint8Array> {
  const maxBytes = tooManyBytes - 1
  const response = await fetch(url, {
    maxBytes,
    timeoutMs: TIMEOUT_MS,
    allowLoopbackOrigin,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof FetchRefused ? faultOf(error, tooManyBytes) : error
  })
  if (response.status === 200) return response.bytes
  throw new Fault('download', `The source URL answered with HTTP status ${response.status}.`)
}

function faultOf(error: FetchRefused, tooManyBytes: number): Fault {
  const { reason, message } = error
  if (reason === 'bytes') return tooLarge(tooManyBytes)
  if (reason === 'aborted') return new Fault('runtime', 'The task ran out of time.')
  return new Fault('download', message, { cause: error })
}

async function readSlot(
  id: string,
  tooManyBytes: number,
  signal: AbortSignal,
  { files }: FetchSourceDeps,
): Promise<Uint8Array> {
  const bytes = await files.get(uploadKey(id), tooManyBytes - 1, signal).catch((cause: unknown) => {
    // The SDK throws an abort under several error names, so the signal is asked.
    throw signal.aborted ? new Fault('runtime', 'The task ran out of time.', { cause }) : cause
  })
  if (bytes === 'absent') {
    throw new Failure('unknown_internal_error', 'The upload slot holds no file.')
  }
  if (bytes === 'too large') throw tooLarge(tooManyBytes)
  return bytes
}

function tooLarge(tooManyBytes: number) {
  return new Fault('bytes', `The file must be smaller than ${tooManyBytes} bytes.`)
}
