/** User metadata of a manifest: how many files are worked on at once. */
export const CONCURRENCY_METADATA = 'darkroom-concurrency'
/** User metadata of a manifest: per cent of all items that may fail. */
export const TOLERATED_METADATA = 'darkroom-tolerated-failures'
/** User metadata of a manifest: `yes` where files that do not suit count as failed, too. */
export const REFUSALS_METADATA = 'darkroom-refusals-count'
