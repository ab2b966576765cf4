import { makeBucket } from './store/make-bucket.ts'
import type { Store } from './store/store.ts'

/** Optional behaviour of a bucket. What is not given stays as it is. */
export type BucketTraits = {
  /** Keeps versions; false stops keeping new ones. */
  versioned?: boolean
  /** Sends events for new objects. */
  notify?: boolean
}

/** Creates a bucket unless it exists, and sets the given traits. @throws S3Error `InvalidBucketName`. */
export function ensureBucket(store: Store, name: string, traits: BucketTraits): void {
  const { index } = store
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
