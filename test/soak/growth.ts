/** What a run has at a time: megabytes resident and of heap, open files. */
export type Sample = { minute: number; rss: number; heap: number; files: number }

/** What an hour adds, by the line through the samples with the least squares. */
export function growth(samples: readonly Sample[]): { megabytes: number; files: number } {
  return { megabytes: 60 * slope(samples, 'heap'), files: 60 * slope(samples, 'files') }
}

function slope(samples: readonly Sample[], of: 'heap' | 'files'): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const middle = mean(samples.map(({ minute }) => minute))
  const level = mean(samples.map((sample) => sample[of]))
  const spread = samples.reduce((sum, { minute }) => sum + (minute - middle) ** 2, 0)
  const rise = samples.reduce(
    (sum, sample) => sum + (sample.minute - middle) * (sample[of] - level),
    0,
  )
  return spread === 0 ? 0 : rise / spread
}
