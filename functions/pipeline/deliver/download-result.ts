import { Failure } from '../../../catalog/failure.ts'
import { optionalEnv } from '../../env.ts'
import { guardedFetch } from '../../fetch/guarded-fetch.ts'

/** Bytes; above every picture the service takes in, and within the memory of the function. */
const MAX_BYTES = 100_000_000
const TIMEOUT_MS = 60_000

/** Fetches a result by the URL the service gave. Throws `ResultUnavailable`, which a retry with a fresh URL may mend. */
export const downloadResult = async (
  url: string,
): Promise<{ bytes: Uint8Array; contentType: string }> => {
  const { status, headers, bytes } = await guardedFetch(url, {
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    allowLoopbackOrigin: optionalEnv('DARKROOM_LOOPBACK_ORIGIN'),
  }).catch((cause: unknown) => {
    throw new Failure('ResultUnavailable', undefined, { cause })
  })
  if (status !== 200) throw new Failure('ResultUnavailable', `The result answered ${status}.`)
  return { bytes, contentType: headers['content-type'] ?? 'application/octet-stream' }
}
