import { createHash } from 'node:crypto'
import { outcomeOf } from '../../../../catalog/failures/outcome-of.ts'
import type { Job } from '../ports/job.ts'

/** What jobs are asked for by: each is in one of these states. */
export type JobState = ReturnType<typeof outcomeOf<Job['status']>>

/** A list of jobs by time: all of them, those of a recipe, those that failed or were refused, those of one reason. */
export type JobList = 'all' | 'failed' | 'refused' | `recipe ${string}` | `reason ${string}`

/**
 * A job's place in a list other than `all`: an item of its own in the table of jobs, of 250 bytes, which leaves when
 * the console does not look at its day any more.
 */
export type JobEntry = Pick<Job, 'createdAt'> & {
  id: string
  /** The partition of the index `byDay`. */
  day: string
  job: string
  recipe: string
  /** Absent in lists that a job enters before it has ended. */
  state?: 'failed' | 'refused'
  /** The code of the failure. */
  reason?: string
  /** Epoch seconds. */
  expiresAt: number
}

/**
 * A partition takes 1,000 write units a second ("Best practices for designing and using partition keys", DynamoDB
 * Developer Guide). For 1,000 files a second the records of one day write some 5,000 to 7,000 units into the index, the
 * entries of a list 1,000.
 */
const RECORD_SHARDS = 8
const ENTRY_SHARDS = 4

const KEPT_SECONDS = 400 * 86_400
/** Longer names are of no recipe. */
const MOST_NAME = 200

/** Whether a job is in a list, by its record. */
export function isIn(job: Job, list: JobList): boolean {
  return list === 'all' || listsOf(job).includes(list)
}

/** The partition of the index `byDay` in which a job's own record is. */
export function partitionOfRecord(job: Pick<Job, 'id' | 'createdAt'>): string {
  return `${job.createdAt.slice(0, 10)}#${shardOf(job.id, RECORD_SHARDS)}`
}

/**
 * The partitions of the index `byDay` that hold a list's jobs of a day. The last one is the day's own, with the records
 * of jobs of earlier releases, which were in no other list.
 */
export function partitionsOf(list: JobList, day: string): string[] {
  const [before, shards] = list === 'all' ? ['', RECORD_SHARDS] : [`${list} `, ENTRY_SHARDS]
  return [...Array.from({ length: shards }, (_, shard) => `${before}${day}#${shard}`), day]
}

/** A job's entries in its lists: of the recipe from the beginning, of the others once it has ended. */
export function entriesOf(job: Job): JobEntry[] {
  const { id, createdAt, recipe, failure } = job
  const state = outcomeOf(job)
  const ended = state === 'failed' || state === 'refused' ? state : undefined
  return listsOf(job).map((list) => ({
    id: entryId(list, id),
    day: `${list} ${createdAt.slice(0, 10)}#${shardOf(id, ENTRY_SHARDS)}`,
    createdAt,
    job: id,
    recipe: recipe.name,
    ...(ended && !list.startsWith('recipe ') && { state: ended }),
    ...(failure && !list.startsWith('recipe ') && { reason: failure.code }),
    expiresAt: Math.floor(Date.parse(createdAt) / 1000) + KEPT_SECONDS,
  }))
}

/** The lists of a job but the one of all. */
function listsOf(job: Job): JobList[] {
  const { recipe, failure, refused } = job
  const state = outcomeOf(job)
  const reason = failure?.code ?? refused?.code
  return [
    ...(recipe.name.length <= MOST_NAME ? [`recipe ${recipe.name}` as const] : []),
    ...(state === 'failed' || state === 'refused' ? [state] : []),
    ...(reason === undefined ? [] : [`reason ${reason}` as const]),
  ]
}

function entryId(list: JobList, job: string): string {
  return `listed#${list}#${job}`
}

function shardOf(id: string, shards: number): number {
  return createHash('sha256').update(id).digest().readUInt8() % shards
}
