import { batches, batchObjects, resultsLocation } from '../batches/batch-adapters.ts'
import { stepHandler } from '../step-handler.ts'
import { jobs } from '../wiring.ts'
import { type ReportChunkInput, reportChunk } from './report-chunk.ts'

const deps = {
  batches: batches(),
  objects: batchObjects(),
  jobs: jobs(),
  results: resultsLocation(),
}

/** The state ReportChunk. */
export const handler = stepHandler((input: ReportChunkInput) => reportChunk(input, deps))
