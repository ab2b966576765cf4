import type { FailureCode } from '../../../../catalog/failures/failures.ts'
import type { ServiceLimits } from '../../../../catalog/limits/service-limits.ts'
import type { Recipe } from '../../../../catalog/recipe/shape/recipe.ts'
import type { DigitalSource } from '../../../../catalog/results/digital-source.ts'
import type { Amounts } from './budget-account.ts'
import type { ObjectKey } from './objects.ts'
import type { Trail } from './trail.ts'

/**
 * One version of one dropped object. `version` is that of `versionOf`. Jobs of earlier releases have `null`, or `etag:`
 * and the ETag, where the bucket kept no versions.
 */
export type Source = {
  bucket: string
  /** Byte for byte the key the object was dropped under. */
  key: string
  version: string
  /** Bytes. */
  size: number
  /** No hash of the content where the file was uploaded in parts or is encrypted with a KMS key. */
  etag?: string
  /** S3's sequencer, which orders the versions of one key. Compare with `isNewer`. */
  sequencer?: string
}

/** The SHA-256 of a source in hex, or the reason why there is none. */
export type SourceHash = { sha256: string } | { unhashed: string }

/** Why a job ended without a result. */
export type JobFailure = {
  code: FailureCode
  /** A sentence for people. */
  message: string
  /** The state of the workflow that failed. */
  state: string
  /** Whether a new attempt with the same file may succeed. */
  retryable: boolean
}

/** Why a file did not suit whose job delivered it as it was dropped. */
export type Refused = {
  /** Index of the step of the recipe, from 0. */
  step: number
  /** The service's own code, or that of the table of failures. */
  code: string
  /** A sentence for people. */
  words: string
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
  /** The IPTC term by which the file is marked as edited; absent where it is not marked. */
  digitalSource?: DigitalSource
}

/** The recipe of a job, as it was when the job began. */
export type JobRecipe = {
  name: string
  /** SHA-256 of the recipe's text in hex. */
  sha256?: string
  /** The parsed recipe with its overrides; absent where the recipe could not be used. */
  plan?: Recipe
  /** The overrides in the dropped object's metadata, as written there. */
  overrides?: string
  /** What the retry that began the job laid over it, above the object's own, as JSON. */
  changes?: string
}

/** The part of a day's budget that is reserved for a job. */
export type Funding = {
  /** The day whose budget it is, `2026-01-31` in UTC, with `#` and a number where it has several shards. */
  day: string
  /** The unique id of the entry in the budget account. */
  by: string
  /** The reserved amounts by counter. */
  adds: Amounts
}

/** Why a job waits, since when and until when (ISO 8601). */
export type Parked = { reason: string; since: string; until: string }

/**
 * One dropped object version under one recipe, as stored. `succeeded` and `failed` are final. A `parked` job waits for
 * the budget and becomes `running` again.
 */
export type Job = {
  id: string
  status: 'running' | 'parked' | 'succeeded' | 'failed'
  source: Source
  recipe: JobRecipe
  /** 0 for the job that a drop begins. Each deliberate retry is a job of its own with the next number. */
  attempt: number
  /** Why the job must fail, known before the workflow began: for example an unknown recipe. */
  refusal?: { code: FailureCode; message: string }
  /** Dollars per unit of the service; 0 where it is not configured. */
  unitPrice?: number
  /** Dollars that the service's generator asks for a picture; absent where it has none or that costs nothing. */
  generatorPrice?: number
  /** What the service takes where that is less than the catalogue says. */
  serviceLimits?: ServiceLimits
  /** Present once the job may run, where there is a budget. */
  funding?: Funding
  /** Present while the job is parked. */
  parked?: Parked
  /** Whether a batch waits for it. */
  batched?: true
  /** ISO 8601. */
  createdAt: string
  finishedAt?: string
  /** Hash of the version that was worked on; present once the job ended. */
  sourceHash?: SourceHash
  trail?: Trail
  results?: JobResult[]
  failure?: JobFailure
  /** Present on a job that succeeded by delivering the dropped file itself. */
  refused?: Refused
}

/** How a job ends. */
export type Ending = { finishedAt: string; trail: Trail; sourceHash: SourceHash } & (
  | { status: 'succeeded'; results: JobResult[]; refused?: Refused }
  | { status: 'failed'; failure: JobFailure }
)

/** The last job of a page of parked jobs. */
export type ParkedCursor = Pick<Job, 'id' | 'createdAt'>

/** The store of jobs. */
export type Jobs = {
  /**
   * Writes a new job and puts it into its recipe's list. An existing job of this id stays as it is. Returns the stored
   * job. Throws `Unstorable`.
   */
  create(job: Job): Promise<Job | undefined>
  /** The job as last written (a consistent read), or undefined. */
  get(id: string): Promise<Job | undefined>
  /**
   * Ends a running job. Returns the stored job, with this ending or with the one it already had. It does not say which,
   * because an SDK client that repeats a write after a lost answer cannot know.
   */
  finish(id: string, ending: Ending): Promise<Job | undefined>
  /** Gives a running or parked job its funding and makes it `running`, unless it is funded. Returns the stored job. */
  fund(id: string, funding: Funding): Promise<Job | undefined>
  /** Parks a job that is running and not funded. Returns the stored job. */
  park(id: string, parked: Parked): Promise<Job | undefined>
  /** Puts an ended job into the lists of what failed and what was refused, where it belongs there. Repeatable. */
  enlist(job: Job): Promise<void>
  /** Marks a job as one that a batch waits for, unless it has ended. */
  markBatched(id: string): Promise<void>
  /** Records which entry settles a job's funding. The first one stays; returns its id. */
  claimSettlement(id: string, by: string): Promise<string>
  /** One page of parked jobs, the oldest first, from an index that is eventually consistent. */
  listParked(after?: ParkedCursor): Promise<{ jobs: Job[]; after?: ParkedCursor }>
  /** Records that an event of this id was published. */
  markAnnounced(id: string): Promise<void>
  /** Whether an event of this id was recorded as published. */
  wasAnnounced(id: string): Promise<boolean>
  /** Records the sequencer of a version. Returns the newest one seen for its key. */
  recordSequencer(object: ObjectKey, sequencer: string): Promise<string>
  /** The newest sequencer seen for a key, or undefined. */
  newestSequencer(object: ObjectKey): Promise<string | undefined>
}
