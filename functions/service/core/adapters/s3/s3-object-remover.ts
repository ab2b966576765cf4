import type { ObjectRemover, UrlSigner } from '../../ports/file-store.ts'

/** How long a signed request is valid and may take. */
const TIMEOUT_SECONDS = 60

/**
 * Removes objects of a bucket by signed requests, so that a function which needs S3 for nothing else is bundled without
 * the S3 client.
 */
export function s3ObjectRemover(
  signer: Pick<UrlSigner, 'remove'>,
  send: typeof fetch = fetch,
): ObjectRemover {
  return {
    async remove(keys) {
      await Promise.all(
        keys.map(async (key) => {
          const url = await signer.remove(key, TIMEOUT_SECONDS)
          const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
          const response = await send(url, { method: 'DELETE', signal })
          await response.body?.cancel()
          if (!response.ok)
            throw new Error(`An object could not be removed: HTTP ${response.status}.`)
        }),
      )
    },
  }
}
