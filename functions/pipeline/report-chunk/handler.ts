import { stepHandler } from '../core/steps/step-handler.ts'
import { batchObjects, countingBatches, jobs, resultsLocation } from '../core/wiring.ts'
import { type ReportChunkInput, reportChunk } from './report-chunk.ts'

const deps = {
  batches: countingBatches(),
  objects: batchObjects(),
  jobs: jobs(),
  results: resultsLocation(),
}

/** The state ReportChunk: writes the outcome of a chunk. */
export const handler = stepHandler((input: ReportChunkInput) => reportChunk(input, deps))
