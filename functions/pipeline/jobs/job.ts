import type { FailureCode } from '../../../catalog/failures.ts'
import type { Recipe } from '../../../catalog/recipe.ts'

/** One version of one dropped object. `version` is the version id, or the ETag on a bucket without versions. */
export type Source = {
  bucket: string
  /** Byte-equal to the key it was dropped under. */
  key: string
  version: string
  /** Bytes. */
  size: number
}

/** Why a job ended without a result. */
export type JobFailure = {
  code: FailureCode
  /** In plain words. */
  message: string
  /** The state of the workflow that failed. */
  state: string
  /** Whether the same file tried again may succeed. */
  retryable: boolean
}

/** One object written for a job. */
export type JobResult = {
  bucket: string
  key: string
  contentType: string
  /** Bytes. */
  size: number
  sha256: string
  /** Zero-based index of the person the effect worked on; absent where the step had no detection. */
  index?: number
}

/** One dropped object version under one recipe. `succeeded` and `failed` are final. */
export type Job = {
  id: string
  status: 'running' | 'succeeded' | 'failed'
  source: Source
  recipe: { name: string; sha256?: string; plan?: Recipe }
  /** A reason to fail that was known before the workflow began, e.g. an unknown recipe. */
  refusal?: { code: FailureCode; message: string }
  /** ISO 8601. */
  createdAt: string
  finishedAt?: string
  results?: JobResult[]
  failure?: JobFailure
}

/** How a job ends. */
export type Ending =
  | { status: 'succeeded'; finishedAt: string; results: JobResult[] }
  | { status: 'failed'; finishedAt: string; failure: JobFailure }

/** Where jobs are kept. */
export type Jobs = {
  /** Writes a new job; false when there is one of this id, which stays as it is. */
  create(job: Job): Promise<boolean>
  /** The job as last written, never a stale copy. */
  get(id: string): Promise<Job | undefined>
  /** Ends a running job; false when it had ended before, and then nothing changes. */
  finish(id: string, ending: Ending): Promise<boolean>
}
