import { makeBucket } from './store/make-bucket.ts'
import type { Store } from './store/store.ts'

/** What a bucket does beyond holding objects. What is not stated stays as it is. */
export type BucketTraits = {
  /** Keeps versions; false stops keeping new ones. */
  versioned?: boolean
  /** Announces new objects. */
  notify?: boolean
}

/** Makes a bucket unless it is there, and sets the stated traits. @throws S3Error `InvalidBucketName`. */
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
