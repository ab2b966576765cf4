import { Failure } from '../../../../catalog/failures/failure.ts'
import { FetchRefused } from '../../../fetch/fetch-refused.ts'
import { guardedFetchStream } from '../../../fetch/guarded-fetch.ts'

/** Larger than any result, so that only a broken service exceeds it. */
const MAX_BYTES = 2_000_000_000
/** Below the function's timeout of five minutes. */
const TIMEOUT_MS = 240_000

/** An opened result of the service. */
export type Download = {
  /** The body as a stream. Throws `ResultUnavailable` when the connection breaks. */
  bytes: AsyncIterable<Uint8Array>
  contentType: string
  /** Bytes, where the answer states them. */
  size?: number | undefined
}

/**
 * Opens results by their URLs through the guarded client, as streams. `allowLoopbackOrigin` is the one origin on this
 * machine that may be fetched, for a local run. Throws `ResultUnavailable`, after which a retry with a fresh URL may
 * succeed, and `ResultUnreadable` for one that comes in a coding that is not read.
 */
export function resultDownload(allowLoopbackOrigin: string | undefined) {
  return (url: string): Promise<Download> => openResult(url, allowLoopbackOrigin)
}

async function openResult(url: string, allowLoopbackOrigin: string | undefined): Promise<Download> {
  const { status, headers, body, discard } = await guardedFetchStream(url, {
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    allowLoopbackOrigin,
    // It is paid for, however a server chose to send it.
    decode: true,
  }).catch((cause: unknown) => {
    throw unread(cause) ?? new Failure('ResultUnavailable', undefined, { cause })
  })
  if (status !== 200) {
    discard()
    throw new Failure('ResultUnavailable', `The result answered ${status}.`)
  }
  return {
    bytes: whole(body),
    contentType: headers['content-type'] ?? 'application/octet-stream',
    size: lengthIn(headers),
  }
}

/** The failure of a result whose coding is not read, or is not the one it names. */
function unread(error: unknown): Failure | undefined {
  return error instanceof FetchRefused && error.reason === 'encoding'
    ? new Failure('ResultUnreadable', error.message, { cause: error })
    : undefined
}

function lengthIn(headers: Record<string, string>): number | undefined {
  const length = headers['content-length']
  return length && /^\d{1,15}$/.test(length) ? Number(length) : undefined
}

const whole = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw unread(cause) ?? new Failure('ResultUnavailable', 'The result broke off.', { cause })
  }
}
