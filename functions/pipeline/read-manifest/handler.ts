import { batches, batchObjects, resultsLocation } from '../batches/batch-adapters.ts'
import { stepHandler } from '../step-handler.ts'
import { readManifest } from './read-manifest.ts'

const deps = { batches: batches(), objects: batchObjects(), results: resultsLocation() }

/** The state ReadManifest. */
export const handler = stepHandler((input: { batch: string }) => readManifest(input, deps))
