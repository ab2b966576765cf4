import type { Call } from '../call.ts'
import type { ChecksumAlgorithm } from '../checksum/algorithms.ts'
import type { ReceivedBody } from '../store/open-bodies.ts'
import { checkPayload } from './check-payload.ts'
import { expectedDigests } from './expected-digests.ts'
import { openPayload } from './open-payload.ts'

/**
 * Streams a request's body to disk. When this resolves, the body is complete and has all announced digests. Otherwise
 * nothing of it is left.
 *
 * @param algorithm a checksum to compute when the client announced none.
 */
export async function receiveBody(
  call: Call,
  algorithm?: ChecksumAlgorithm | undefined,
): Promise<ReceivedBody> {
  const expected = expectedDigests(call)
  const chosen = expected.checksum?.algorithm ?? algorithm
  const payload = checkPayload(openPayload(call), expected, chosen)
  const { body, size } = await call.store.bodies.write(payload.bytes)
  const { md5, checksum } = payload.digests()
  return {
    size,
    md5,
    segments: body === undefined ? [] : [{ body, size }],
    ...(chosen && checksum && { checksum: { algorithm: chosen, value: checksum } }),
  }
}
