import type { Batch, Counts } from '../ports/batch.ts'

/** More items of a batch have failed than it tolerates. The workflow matches the error by its name. */
class TooManyFailures extends Error {
  override readonly name = 'TooManyFailures'

  constructor({ counted, total, tolerated }: Record<'counted' | 'total' | 'tolerated', number>) {
    super(`${counted} of ${total} items failed, ${tolerated} per cent are tolerated.`)
  }
}

/** The error, where more of these items count as failed than a batch tolerates of all. */
export function tooManyFailures(
  { failed, refused = 0 }: Pick<Counts, 'failed'> & Partial<Pick<Counts, 'refused'>>,
  { refusalsCount, tolerated }: Pick<Batch, 'refusalsCount' | 'tolerated'>,
  total: number,
): TooManyFailures | undefined {
  const counted = failed + (refusalsCount ? refused : 0)
  if (counted <= (total * tolerated) / 100) return undefined
  return new TooManyFailures({ counted, total, tolerated })
}
