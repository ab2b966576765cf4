import { createHash } from 'node:crypto'
import { log } from '../../../log.ts'
import type { Job, SourceHash } from '../ports/job.ts'
import type { Objects, OpenObject } from '../ports/objects.ts'

/** Why there is no hash, as the receipt says it. */
const GONE = 'The version was deleted before it was hashed.'
const LATE = 'The file could not be read to its end in the time there was.'
const UNREAD = 'The file could not be read.'

export type HashSourceOptions = {
  /** Milliseconds that reading may take. */
  limitMs: number
  /** Whether an error of the object store is thrown, so that the whole state is retried. */
  throwErrors: boolean
}

/**
 * The SHA-256 of exactly the version that a job works on: S3's own where it has one of the whole object, otherwise of
 * the bytes, which are read as a stream. An ETag is no such hash: it differs for a file that was uploaded in parts or
 * is encrypted with a KMS key. For a file that is gone or cannot be read the reason is returned, because a job that
 * has its result must not fail for it. Throws only with `throwErrors`.
 */
export async function hashSource(
  { id, source }: Pick<Job, 'id' | 'source'>,
  { objects }: { objects: Pick<Objects, 'open'> },
  { limitMs, throwErrors }: HashSourceOptions,
): Promise<SourceHash> {
  try {
    const object = await objects.open(source)
    return object ? await hashOf(object, AbortSignal.timeout(limitMs)) : { unhashed: GONE }
  } catch (error) {
    if (throwErrors) throw error
    log.warn('A source could not be hashed.', { job: id, error })
    return { unhashed: UNREAD }
  }
}

async function hashOf({ sha256, body }: OpenObject, late: AbortSignal): Promise<SourceHash> {
  const reader = body.getReader()
  if (sha256 !== undefined) {
    await reader.cancel()
    return { sha256 }
  }
  // Ends a read that waits for bytes that never arrive, as if the stream had ended.
  late.addEventListener('abort', () => void reader.cancel().catch(() => {}))
  const hash = createHash('sha256')
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    hash.update(read.value)
  }
  return late.aborted ? { unhashed: LATE } : { sha256: hash.digest('hex') }
}
