import { env } from '../../env.ts'
import { beginJob } from '../core/begin/begin-job.ts'
import { stepHandler } from '../core/steps/step-handler.ts'
import { batches, batchHead, beginJobDeps, tokens } from '../core/wiring.ts'
import { type WorkChunkInput, workChunk } from './work-chunk.ts'

const starting = beginJobDeps()

const deps = {
  batches: batches(),
  objects: { head: batchHead() },
  jobs: starting.jobs,
  tokens: tokens(),
  begin: (drop: Parameters<typeof beginJob>[0]) => beginJob(drop, starting),
  bucket: env('DROP_BUCKET'),
}

/** The state WorkChunk, which waits for its callback token. */
export const handler = stepHandler((input: WorkChunkInput) => workChunk(input, deps))
