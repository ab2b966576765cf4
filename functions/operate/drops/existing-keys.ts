import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import type { PipelineClients } from '../pipeline-clients.ts'

/** Pages of a listing beyond those that the keys themselves would fill. */
const MORE_PAGES = 10
const PAGE = 1000

/**
 * Which of the keys have an object, as far as the listing of the folder that holds them all tells. Of keys behind the
 * last page that is read it is not known, and they count as there: whoever asks looks at each of those.
 */
export async function existingKeys(
  keys: readonly string[],
  { s3, at }: Pick<PipelineClients, 's3' | 'at'>,
): Promise<ReadonlySet<string>> {
  const wanted = new Set(keys)
  const there = new Set<string>()
  const Prefix = commonStart(keys)
  let ContinuationToken: string | undefined
  let last = ''
  for (let page = 0; page < MORE_PAGES + keys.length / PAGE; page++) {
    const found = await s3.send(
      new ListObjectsV2Command({
        Bucket: at.dropBucket,
        Prefix,
        ...(ContinuationToken && { ContinuationToken }),
      }),
    )
    for (const { Key = '' } of found.Contents ?? []) {
      if (wanted.has(Key)) there.add(Key)
      last = Key
    }
    ContinuationToken = found.NextContinuationToken
    if (!ContinuationToken) return there
  }
  // S3 lists keys by their bytes.
  const until = Buffer.from(last)
  for (const key of keys) if (Buffer.compare(Buffer.from(key), until) > 0) there.add(key)
  return there
}

/** The folder that holds all of these keys, with its slash. */
function commonStart([first = '', ...keys]: readonly string[]): string {
  let start = first.slice(0, first.lastIndexOf('/') + 1)
  for (const key of keys) {
    while (!key.startsWith(start))
      start = start.slice(0, start.lastIndexOf('/', start.length - 2) + 1)
  }
  return start
}
