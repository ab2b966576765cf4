// What the pipeline keeps of jobs and batches, and how it names them: the command line knows no other way to it.
export { objectParams } from '../pipeline/core/adapters/s3-version.ts'
export { sourceFolder } from '../pipeline/core/batches/source-folder.ts'
export { executionName } from '../pipeline/core/begin/execution-name.ts'
export { type CostEstimate, estimateCost } from '../pipeline/core/cost/estimate-cost.ts'
export { receiptKey, receiptOf } from '../pipeline/core/jobs/receipt.ts'
export { isManifest } from '../pipeline/core/manifests/manifest-ending.ts'
export type { Batch, ItemResult } from '../pipeline/core/ports/batch.ts'
export type { Job, Parked } from '../pipeline/core/ports/job.ts'
