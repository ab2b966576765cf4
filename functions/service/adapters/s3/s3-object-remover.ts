import type { UrlSigner } from '../../ports/file-store.ts'

/** Removes objects for good; one that is not there is no error. */
export type ObjectRemover = { remove(keys: readonly string[]): Promise<void> }

const SECONDS = 60

/** Removes objects of a bucket by signed requests, so that a function that does nothing else to them needs no S3 client. */
export function s3ObjectRemover(
  signer: Pick<UrlSigner, 'remove'>,
  send: typeof fetch = fetch,
): ObjectRemover {
  return {
    async remove(keys) {
      await Promise.all(
        keys.map(async (key) => {
          const url = await signer.remove(key, SECONDS)
          const signal = AbortSignal.timeout(SECONDS * 1000)
          const answer = await send(url, { method: 'DELETE', signal })
          await answer.body?.cancel()
          if (!answer.ok) throw new Error(`An object could not be removed: HTTP ${answer.status}.`)
        }),
      )
    },
  }
}
