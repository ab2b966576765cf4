import { createHash } from 'node:crypto'
import { log } from '../../log.ts'
import type { Job, SourceHash } from '../ports/job.ts'
import type { Objects, OpenObject } from '../ports/objects.ts'

/** Why there is no hash, in the words of the receipt. */
const GONE = 'The version was deleted before it was hashed.'
const LATE = 'The file could not be read to its end in the time there was.'
const UNREAD = 'The file could not be read.'

export type HashSourceOptions = {
  /** How long reading may take. */
  limitMs: number
  /** Whether a fault that may pass is worth another try of the whole state: then it is thrown. */
  throwErrors: boolean
}

/**
 * The SHA-256 of exactly the version a job works on: S3's own where it holds one of the whole object, else the bytes
 * are read once more, with no more of them in memory than are on the way. ETags are no such hash: of a file uploaded in
 * parts or encrypted with a KMS key they are something else. A file that is gone or cannot be read has words instead;
 * a job that has its result does not fail for it.
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
  // A read that waits for bytes that never come ends by this, as if nothing were left.
  late.addEventListener('abort', () => void reader.cancel().catch(() => {}))
  const hash = createHash('sha256')
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    hash.update(read.value)
  }
  return late.aborted ? { unhashed: LATE } : { sha256: hash.digest('hex') }
}
