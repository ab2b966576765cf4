import { jobs } from '../adapters.ts'
import { batches, batchObjects, resultsPlace } from '../batches/batch-adapters.ts'
import { stepHandler } from '../step-handler.ts'
import { type ReportChunkInput, reportChunk } from './report-chunk.ts'

const deps = { batches: batches(), objects: batchObjects(), jobs: jobs(), results: resultsPlace() }

/** The state ReportChunk. */
export const handler = stepHandler((input: ReportChunkInput) => reportChunk(input, deps))
