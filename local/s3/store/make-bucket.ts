import type { CorsRule } from '../cors.ts'
import { S3Error } from '../s3-error.ts'
import type { Store } from './store.ts'

/**
 * 3 to 63 of `a-z0-9.-`, a letter or digit at each end, no two dots in a row, no IP address (Amazon S3 User Guide,
 * "General purpose bucket naming rules").
 */
const NAME = /^(?!\d+\.\d+\.\d+\.\d+$)(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Creates a bucket. @throws S3Error `InvalidBucketName`, `BucketAlreadyOwnedByYou`. */
export function makeBucket({ index, clock }: Store, name: string): void {
  if (!NAME.test(name)) {
    throw new S3Error('InvalidBucketName', { fields: { BucketName: name } })
  }
  index.transaction(() => {
    if (index.one('SELECT 1 FROM bucket WHERE name = ?', name) !== undefined) {
      throw new S3Error('BucketAlreadyOwnedByYou', { fields: { BucketName: name } })
    }
    index.run('INSERT INTO bucket VALUES (?, ?, NULL, 0)', name, clock())
  })
}

/** Optional behaviour of a bucket. What is not given stays as it is. */
export type BucketTraits = {
  /** Keeps versions; false stops keeping new ones. */
  versioned?: boolean
  /** Sends events for new objects. */
  notify?: boolean
  /** Which pages may call it, as of this start. */
  cors?: readonly CorsRule[]
}

/** Creates a bucket unless it exists, and sets the given traits. @throws S3Error `InvalidBucketName`. */
export function ensureBucket(store: Store, name: string, traits: BucketTraits): void {
  const { index } = store
  if (traits.cors) store.cors.set(name, traits.cors)
  if (index.one('SELECT 1 FROM bucket WHERE name = ?', name) === undefined) {
    makeBucket(store, name)
  }
  if (traits.versioned === true) {
    index.run("UPDATE bucket SET versioning = 'Enabled' WHERE name = ?", name)
  } else if (traits.versioned === false) {
    index.run(
      "UPDATE bucket SET versioning = 'Suspended' WHERE name = ? AND versioning IS NOT NULL",
      name,
    )
  }
  if (traits.notify !== undefined) {
    index.run('UPDATE bucket SET notify = ? WHERE name = ?', traits.notify ? 1 : 0, name)
  }
}
