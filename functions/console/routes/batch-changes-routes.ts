import { Failure } from '../../../catalog/failures/failure.ts'
import { redriveBatch } from '../../operate/batches/redrive-batch.ts'
import { stopBatch } from '../../operate/batches/stop-batch.ts'
import { writeManifest } from '../../operate/batches/write-manifest.ts'
import type { Batch } from '../../operate/pipeline-records.ts'
import { CHANGES } from './changes.ts'
import { requireBatch } from './require-batch.ts'
import { type ConsoleRoute, route } from './route.ts'

/** Beginning a batch, and what is done to one. */
export const BATCH_CHANGES_ROUTES: readonly ConsoleRoute[] = [
  route({
    ...CHANGES.beginBatch,
    handle: async ({ body }, { pipeline }) => {
      const { concurrency = 100, tolerate = 50, refusalsCount, ...files } = body
      const settings = { concurrency, tolerate, ...(refusalsCount && { refusalsCount }) }
      const where = { s3: pipeline.s3, bucket: pipeline.at.dropBucket }
      // What it refuses it says in words, before anything is dropped.
      const begun = await writeManifest({ ...files, ...settings }, where).catch((error: Error) => {
        if (error.constructor !== Error) throw error
        throw new Failure('InvalidParameters', error.message)
      })
      return { json: begun }
    },
  }),
  route({
    ...CHANGES.redriveBatch,
    handle: async ({ at, body: { tolerate } }, deps) => {
      const batch = await requireBatch(at, deps)
      if (batch.status !== 'failed') throw conflict(batch, 'Only a failed batch can be redriven')
      return { json: await redriveBatch(batch, deps.pipeline, tolerate) }
    },
  }),
  route({
    ...CHANGES.stopBatch,
    handle: async ({ at }, deps) => {
      const batch = await requireBatch(at, deps)
      if (batch.status !== 'running') throw conflict(batch, 'Only a running batch can be stopped')
      return { json: await stopBatch(batch, deps.pipeline) }
    },
  }),
]

function conflict({ id, status }: Batch, rule: string): Failure {
  return new Failure('StateConflict', `${rule}; ${id} ${status === 'running' ? 'runs' : status}.`)
}
