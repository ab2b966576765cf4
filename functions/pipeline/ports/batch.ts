/** Where a manifest lies, one version of it. */
export type ManifestRef = { bucket: string; key: string; version: string }

/** Why an item came to nothing: a code of a job's failures, or `LineInvalid`, `SourceGone`, `IsResult`, `NotWorked`. */
export type ItemFailure = { code: string; message: string }

/** One line of a manifest, read. `line` counts from 1; a line that could not be read has only its failure. */
export type BatchItem = {
  line: number
  key?: string
  version?: string
  recipe?: string
  failure?: ItemFailure
}

/** The items that one child execution works, numbered from 0. */
export type Chunk = { chunk: number; items: BatchItem[] }

/** An item with the job it became. */
export type WorkedItem = BatchItem & { job?: string }

/** One line of the result manifest. */
export type ItemResult = WorkedItem & {
  /** `parked`: the job waits for the budget and goes on by itself, whatever becomes of the batch. */
  status: 'succeeded' | 'failed' | 'parked' | 'unfinished'
  /** Keys in the results bucket. */
  results?: string[]
}

export type Counts = Record<ItemResult['status'], number>

export const NO_COUNTS: Counts = { succeeded: 0, failed: 0, parked: 0, unfinished: 0 }

/** One manifest in work. `total` is known once it was read; the counts are exact once it ended. */
export type Batch = {
  id: string
  status: 'running' | 'succeeded' | 'failed'
  recipe: string
  manifest: ManifestRef
  /** Files at once. */
  concurrency: number
  /** Per cent of all items that may fail before the rest is left undone. */
  tolerated: number
  createdAt: string
  total?: number
  finishedAt?: string
  failure?: ItemFailure
  /** Key of the result manifest in the results bucket. */
  results?: string
  /** How often its execution was redriven, as far as is known here. */
  redrives?: number
  /** Since when it goes on, once it was redriven, and how many items were done by then. */
  resumed?: { at: string; done: number }
} & Counts

/** How a batch ends. */
export type BatchEnding = Counts & {
  /** How often the execution had been redriven by then: the ending of a later drive counts. */
  redrives: number
  status: 'succeeded' | 'failed'
  finishedAt: string
  results?: string
  failure?: ItemFailure
}

/** The chunk of a batch whose state waits for the ends of its jobs. */
export type OpenChunk = {
  batch: string
  chunk: number
  token: string
  /** Orders the tries of the state: the newest one's token counts. */
  order: number
  items: WorkedItem[]
}

/** Where batches are kept. */
export type Batches = {
  /** Writes a new batch; when there is one of this id, that stays as it is. */
  create(batch: Batch): Promise<void>
  get(id: string): Promise<Batch | undefined>
  setTotal(id: string, total: number): Promise<void>
  /** Notes that the chunk waits for its jobs and that each of these is waited for by it. False for an outdated try. */
  openChunk(chunk: OpenChunk): Promise<boolean>
  /** The items of a chunk as they were opened, or undefined when they never were. */
  openedItems(batch: string, chunk: number): Promise<WorkedItem[] | undefined>
  /** Strikes jobs off a chunk. Gives the token of its state when none is left. */
  removeJobs(batch: string, chunk: number, jobs: string[]): Promise<string | undefined>
  /** Chunks that wait for a job. */
  chunksWaitingFor(job: string): Promise<{ batch: string; chunk: number }[]>
  /** Adds a chunk's counts to its batch's, the first time only, and gives the batch. */
  addCounts(batch: string, chunk: number, counts: Counts): Promise<Batch | undefined>
  /** Sets a batch that had ended running again, once its execution was redriven so often. */
  reopen(id: string, redrives: number): Promise<void>
  /** Ends a batch; the first ending of a drive stands, and none of an earlier drive comes after it. */
  finish(id: string, ending: BatchEnding): Promise<void>
}
