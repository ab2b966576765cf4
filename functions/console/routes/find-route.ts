import { Failure } from '../../../catalog/failures/failure.ts'
import { SOURCE_PREFIXES } from '../../../catalog/recipe/shape/key-prefixes.ts'
import { findBatch } from '../../operate/batches/read-batch.ts'
import { jobsOfKeys, keysBelow } from '../../operate/jobs/jobs-of-keys.ts'
import { readJob } from '../../operate/jobs/read-job.ts'
import { jobRow } from './job-row.ts'
import { JOBS } from './jobs-forms.ts'
import { BATCH_ID } from './require-batch.ts'
import { JOB_ID } from './require-job.ts'
import { type ConsoleRoute, route } from './route.ts'

/** Keys of one answer. */
const MOST_KEYS = 20

/** Finding by an id or by what a file is called, without an index: ids are hashes of keys. */
export const FIND_ROUTES: readonly ConsoleRoute[] = [
  route({
    ...JOBS.find,
    handle: async ({ query: { text, after } }, { pipeline }) => {
      if (JOB_ID.test(text)) {
        const job = await readJob(pipeline, text)
        return { json: { jobs: job ? [jobRow(job)] : [], keys: [] } }
      }
      if (BATCH_ID.test(text)) {
        const batch = await findBatch(pipeline, text)
        return { json: { jobs: [], keys: [], ...(batch && { batch: batch.id }) } }
      }
      if (!SOURCE_PREFIXES.some((prefix) => text.startsWith(prefix))) {
        throw new Failure(
          'InvalidParameters',
          `text must be a job’s or a batch’s id, or begin with ${SOURCE_PREFIXES.join(' or ')}.`,
        )
      }
      const { keys, next } = await keysBelow(pipeline, text, { after, limit: MOST_KEYS })
      const jobs = await jobsOfKeys(pipeline, keys)
      return { json: { jobs: jobs.map(jobRow), keys, ...(next !== undefined && { next }) } }
    },
  }),
]
