import type { ListModels } from '../../ports/broker.ts'
import { signForBucket } from './s3-url-signer.ts'

/** Seconds for which the list may take, and for which a worker may read the files. */
const LIST_SECONDS = 20
const READ_SECONDS = 900

/**
 * The objects directly below a prefix, each with a presigned URL; a thousand at most, as S3 lists them. Without the S3
 * client, for a function that needs S3 for nothing else.
 * @param uri `s3://bucket/prefix/`
 */
export function s3ModelFiles(uri: string, send: typeof fetch = fetch): ListModels {
  const { host: bucket, pathname } = new URL(uri)
  const prefix = pathname.slice(1)
  const query = { 'list-type': '2', prefix, delimiter: '/' }
  return async () => {
    const url = signForBucket(bucket, { method: 'GET', key: '', seconds: LIST_SECONDS, query })
    const response = await send(url, { signal: AbortSignal.timeout(LIST_SECONDS * 1000) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${uri} could not be listed: HTTP status ${response.status}.`)
    const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
      key.replaceAll('&amp;', '&'),
    )
    return keys
      .filter((key) => key.length > prefix.length)
      .map((key) => ({
        name: key.slice(prefix.length),
        url: signForBucket(bucket, { method: 'GET', key, seconds: READ_SECONDS }),
      }))
  }
}
