import { Failure } from '../../../catalog/failure.ts'
import type { Job, Jobs } from '../jobs/job.ts'
import { isNewer } from '../jobs/sequencer.ts'

/** Ends the work on a version that was overwritten meanwhile. Throws `Superseded`. */
export const stillNewest = async ({ source }: Job, jobs: Jobs): Promise<void> => {
  if (source.sequencer === undefined) return
  const newest = await jobs.newest(source)
  if (newest !== undefined && isNewer(newest, source.sequencer)) throw new Failure('Superseded')
}
