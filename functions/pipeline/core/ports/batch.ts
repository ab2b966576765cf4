import type { Refused } from './job.ts'

/** One version of a manifest object. */
export type ManifestRef = { bucket: string; key: string; version: string }

/**
 * Why an item has no result. `code` is a job's failure code, `LineInvalid`, `SourceGone`, `IsResult` or
 * `ItemUnreadable`.
 */
export type ItemFailure = { code: string; message: string }

/** One line of a manifest. `line` counts from 1. A line that could not be read has nothing but its failure. */
export type BatchItem = {
  line: number
  key?: string
  version?: string
  recipe?: string
  failure?: ItemFailure
}

/** The items of one child execution. Chunks are numbered from 0. */
export type Chunk = { chunk: number; items: BatchItem[] }

/** An item with the id of its job. */
export type WorkedItem = BatchItem & { job?: string }

/** One line of the result manifest. */
export type ItemResult = WorkedItem & {
  /**
   * `refused` is a file that does not suit the effect. A `parked` job waits for the budget and continues independently
   * of the batch.
   */
  status: 'succeeded' | 'refused' | 'failed' | 'parked' | 'unfinished'
  /** Keys in the results bucket. */
  results?: string[]
  /** Why the file came back as it was. */
  refused?: Refused
}

export type Counts = Record<ItemResult['status'], number>

export const NO_COUNTS: Counts = { succeeded: 0, refused: 0, failed: 0, parked: 0, unfinished: 0 }

/** One batch, as stored. `total` is known once the manifest was read. The counts are exact once the batch ended. */
export type Batch = {
  id: string
  status: 'running' | 'succeeded' | 'failed'
  recipe: string
  manifest: ManifestRef
  /** How many files are worked on at once. */
  concurrency: number
  /** Per cent of all items that may fail before the batch stops. */
  tolerated: number
  /** Whether refused files count as failed there. */
  refusalsCount?: true
  createdAt: string
  total?: number
  finishedAt?: string
  failure?: ItemFailure
  /** Key of the result manifest in the results bucket. */
  results?: string
  /** How often the execution was redriven, as far as it is known here. */
  redrives?: number
  /** When the batch was last resumed by a redrive, and how many items were done by then. */
  resumed?: { at: string; done: number }
  /** Absent from batches of earlier releases, which counted such files as failed. */
  refused?: number
} & Omit<Counts, 'refused'>

/** How a batch ends. */
export type BatchEnding = Counts & {
  /** How often the execution had been redriven. The ending of a later drive replaces that of an earlier one. */
  redrives: number
  status: 'succeeded' | 'failed'
  finishedAt: string
  results?: string
  failure?: ItemFailure
}

/** A chunk whose state waits until its jobs have ended. */
export type OpenChunk = {
  batch: string
  chunk: number
  token: string
  /** Orders the tries of the state. The token of the newest try counts. */
  order: number
  items: WorkedItem[]
  /** Jobs of items that are not waited for. */
  ended: string[]
}

/** The store of batches and their chunks. */
export type Batches = {
  /** Writes a new batch. An existing batch of this id stays as it is. */
  create(batch: Batch): Promise<void>
  get(id: string): Promise<Batch | undefined>
  /** Those made at an ISO 8601 time or later, oldest first. */
  createdSince(time: string): Promise<Batch[]>
  setTotal(id: string, total: number): Promise<void>
  /** Records that the chunk waits for its jobs, under the chunk and under each job. False for an outdated try. */
  openChunk(chunk: OpenChunk): Promise<boolean>
  /** The items that `openChunk` stored, or undefined. */
  openedItems(batch: string, chunk: number): Promise<WorkedItem[] | undefined>
  /** Removes jobs from a chunk. Returns the token of its state when no job is left. */
  removeJobs(batch: string, chunk: number, jobs: string[]): Promise<string | undefined>
  /** The chunks that wait for a job. */
  chunksWaitingFor(job: string): Promise<{ batch: string; chunk: number }[]>
  /**
   * Adds a chunk's counts to its batch, the first time only, and never twice: where an answer is lost they may be
   * missing. Returns the batch.
   */
  addCounts(batch: string, chunk: number, counts: Counts): Promise<Batch | undefined>
  /** Makes a batch `running` again after the given number of redrives. */
  reopen(id: string, redrives: number): Promise<void>
  /** Ends a batch. The first ending of a drive stays; an ending of an earlier drive is ignored. */
  finish(id: string, ending: BatchEnding): Promise<void>
}
