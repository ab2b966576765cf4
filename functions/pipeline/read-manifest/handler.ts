import { stepHandler } from '../core/steps/step-handler.ts'
import { batches, batchObjects, resultsLocation } from '../core/wiring.ts'
import { readManifest } from './read-manifest.ts'

const deps = { batches: batches(), objects: batchObjects(), results: resultsLocation() }

/** The state ReadManifest: splits a manifest into chunks. */
export const handler = stepHandler((input: { batch: string }) => readManifest(input, deps))
