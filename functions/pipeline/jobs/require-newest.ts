import { Failure } from '../../../catalog/failure.ts'
import type { Job, Jobs } from '../ports/job.ts'
import { isNewer } from './sequencer.ts'

/** Ends the work on a version that was overwritten meanwhile. Throws `Superseded`. */
export async function requireNewest({ source }: Job, jobs: Jobs): Promise<void> {
  if (source.sequencer === undefined) return
  const newest = await jobs.newestSequencer(source)
  if (newest !== undefined && isNewer(newest, source.sequencer)) throw new Failure('Superseded')
}
