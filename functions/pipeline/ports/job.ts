import type { FailureCode } from '../../../catalog/failures.ts'
import type { Recipe } from '../../../catalog/recipe.ts'
import type { Amounts } from './budget-account.ts'
import type { Trail } from './trail.ts'

/** One version of one dropped object. `version` is the version id, or the ETag on a bucket without versions. */
export type Source = {
  bucket: string
  /** Byte-equal to the key it was dropped under. */
  key: string
  version: string
  /** Bytes. */
  size: number
  /** S3's name for the content; no hash of it where the file was uploaded in parts or is encrypted with a KMS key. */
  etag?: string
  /** Orders the versions of one key: the newer one's is greater, compared with `isNewer`. */
  sequencer?: string
}

/** The SHA-256 of a source in hex, or in words why it has none. */
export type SourceHash = { sha256: string } | { unhashed: string }

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

/** The recipe of a job as it was when the job began. */
export type JobRecipe = {
  name: string
  /** Of the recipe's text. */
  sha256?: string
  plan?: Recipe
  /** What the dropped object's metadata changed in the plan, as it was written there. */
  overrides?: string
}

/** What a job was given of a day's budget before it ran. */
export type Funding = {
  /** The day whose budget it is, `2026-01-31` in UTC. */
  day: string
  /** Whose entry in the day's budgetAccount it was. */
  by: string
  /** What was set aside, by counter. */
  adds: Amounts
}

/** Why a job waits, and since when and until when: ISO 8601. */
export type Parked = { reason: string; since: string; until: string }

/**
 * One dropped object version under one recipe. `succeeded` and `failed` are final; a `parked` job waits for the budget
 * and goes on as `running`.
 */
export type Job = {
  id: string
  status: 'running' | 'parked' | 'succeeded' | 'failed'
  source: Source
  recipe: JobRecipe
  /** 0 for the job a drop begins; each deliberate new attempt is a job of its own with the next number. */
  attempt: number
  /** A reason to fail that was known before the workflow began, e.g. an unknown recipe. */
  refusal?: { code: FailureCode; message: string }
  /** Dollars one unit of the service costs; 0 where nobody said. */
  unitPrice?: number
  /** Present from when the job may run, where there is a budget. */
  funding?: Funding
  /** Present while the job is parked. */
  parked?: Parked
  /** Whether a batch waits for it. */
  batched?: true
  /** ISO 8601. */
  createdAt: string
  finishedAt?: string
  /** Of the version that was worked on; known once the job ended. */
  sourceHash?: SourceHash
  /** What was done on the way. */
  trail?: Trail
  results?: JobResult[]
  failure?: JobFailure
}

/** How a job ends. */
export type Ending = { finishedAt: string; trail: Trail; sourceHash: SourceHash } & (
  | { status: 'succeeded'; results: JobResult[] }
  | { status: 'failed'; failure: JobFailure }
)

/** Where a page of parked jobs ends. */
export type ParkedCursor = Pick<Job, 'id' | 'createdAt'>

/** Where jobs are kept. */
export type Jobs = {
  /** Writes a new job; when there is one of this id, that stays as it is. Gives the job as it stands then. */
  create(job: Job): Promise<Job | undefined>
  /** The job as last written, never a stale copy. */
  get(id: string): Promise<Job | undefined>
  /**
   * Ends a running job and gives it as it stands then: with this ending, or with the one it had. Whether the write was
   * ours is not told, because a client that repeats a write behind our back could not know.
   */
  finish(id: string, ending: Ending): Promise<Job | undefined>
  /**
   * Lets a job that runs or is parked go on, with its funding; one that was funded keeps what it has. Gives the job as it
   * stands then.
   */
  fund(id: string, funding: Funding): Promise<Job | undefined>
  /** Parks a job that runs and was not funded. Gives the job as it stands then. */
  park(id: string, parked: Parked): Promise<Job | undefined>
  /** Notes that a batch waits for a job, unless it has ended. */
  markBatched(id: string): Promise<void>
  /** Notes, beside the record, whose entry settled what a job was given; gives whose it was, the first one's. */
  claimSettlement(id: string, by: string): Promise<string>
  /** Parked jobs, the oldest first, a page of them after `after`; perhaps not yet the latest. */
  listParked(after?: ParkedCursor): Promise<{ jobs: Job[]; after?: ParkedCursor }>
  /** Notes, beside the record, that something of it was told. */
  markAnnounced(id: string): Promise<void>
  /** Whether that was noted. */
  wasAnnounced(id: string): Promise<boolean>
  /** Takes note of a version of an object and gives the newest sequencer seen of its key. */
  recordSequencer(object: { bucket: string; key: string }, sequencer: string): Promise<string>
  /** The newest sequencer seen of a key. */
  newestSequencer(object: { bucket: string; key: string }): Promise<string | undefined>
}
