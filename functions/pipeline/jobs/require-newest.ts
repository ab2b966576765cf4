import { Failure } from '../../../catalog/failure.ts'
import type { Job, Jobs } from '../ports/job.ts'
import { isNewer } from './sequencer.ts'

/** Throws `Superseded` when the job's object was overwritten by a newer version. */
export async function requireNewest({ source }: Job, jobs: Jobs): Promise<void> {
  if (source.sequencer === undefined) return
  const newest = await jobs.newestSequencer(source)
  if (newest !== undefined && isNewer(newest, source.sequencer)) throw new Failure('Superseded')
}
