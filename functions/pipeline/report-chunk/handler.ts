import { stepHandler } from '../core/steps/step-handler.ts'
import { batches, batchObjects, jobs, resultsLocation } from '../core/wiring.ts'
import { type ReportChunkInput, reportChunk } from './report-chunk.ts'

const deps = {
  batches: batches(),
  objects: batchObjects(),
  jobs: jobs(),
  results: resultsLocation(),
}

/** The state ReportChunk: writes the outcome of a chunk. */
export const handler = stepHandler((input: ReportChunkInput) => reportChunk(input, deps))
