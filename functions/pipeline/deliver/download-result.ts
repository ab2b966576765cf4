import { Failure } from '../../../catalog/failure.ts'
import { optionalEnv } from '../../env.ts'
import { guardedFetchStream } from '../../fetch/guarded-fetch.ts'

/** Bytes; above everything a service gives, so that a broken one cannot fill the bucket. */
const MAX_BYTES = 2_000_000_000
/** Below the function's own five minutes. */
const TIMEOUT_MS = 240_000

/** A result on its way from the service. */
export type Download = {
  /** Throws `ResultUnavailable` when it breaks off. */
  bytes: AsyncIterable<Uint8Array>
  contentType: string
}

/**
 * Opens a result by the URL the service gave; no more of it is in memory than is on the way. Throws
 * `ResultUnavailable`, which a retry with a fresh URL may mend.
 */
export async function downloadResult(url: string): Promise<Download> {
  const { status, headers, body, discard } = await guardedFetchStream(url, {
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    allowLoopbackOrigin: optionalEnv('DARKROOM_LOOPBACK_ORIGIN'),
  }).catch((cause: unknown) => {
    throw new Failure('ResultUnavailable', undefined, { cause })
  })
  if (status !== 200) {
    discard()
    throw new Failure('ResultUnavailable', `The result answered ${status}.`)
  }
  return {
    bytes: whole(body),
    contentType: headers['content-type'] ?? 'application/octet-stream',
  }
}

const whole = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw new Failure('ResultUnavailable', 'The result broke off.', { cause })
  }
}
