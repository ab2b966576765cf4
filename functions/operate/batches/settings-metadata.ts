import {
  CONCURRENCY_METADATA,
  REFUSALS_METADATA,
  TOLERATED_METADATA,
} from '../../pipeline/core/batches/manifest-metadata.ts'

/** How a batch is worked. */
export type BatchSettings = {
  /** Files at once. */
  concurrency: number
  /** Per cent of all files that may fail. */
  tolerate: number
  /** Whether files that do not suit the effect count as failed. */
  refusalsCount?: true
}

/** The same as the user metadata of its manifest. */
export function settingsMetadata({
  concurrency,
  tolerate,
  refusalsCount,
}: BatchSettings): Record<string, string> {
  return {
    [CONCURRENCY_METADATA]: String(concurrency),
    [TOLERATED_METADATA]: String(tolerate),
    ...(refusalsCount && { [REFUSALS_METADATA]: 'yes' }),
  }
}
