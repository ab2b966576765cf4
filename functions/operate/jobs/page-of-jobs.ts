import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { dayOf } from './jobs-of-day.ts'

const DAY_MS = 86_400_000

/** Which jobs are asked for. */
export type JobsAsked = {
  /** Jobs that began before this: a cursor of an earlier page, or an ISO 8601 time to jump to. @default the newest */
  before?: string | undefined
  recipe?: string | undefined
  state?: Job['status'] | undefined
  /** The code of a failure. */
  reason?: string | undefined
  /** At most so many. */
  limit: number
}

export type JobsPage = {
  /** Newest first. */
  jobs: Job[]
  /** Where the next page begins; absent after the oldest job that is looked for. */
  next?: string
}

/** A page reads so many records at most; with a filter it may hold few jobs, or none, and yet have a next one. */
const MOST_READ = 1000
/** Days without any job that are passed over in one page. */
const MOST_EMPTY_DAYS = 40
/** Records leave the console's sight after a year. */
const MOST_DAYS = 366

/** A page of jobs, newest first, through the index by day. */
export async function pageOfJobs(
  clients: Pick<PipelineClients, 'db' | 'at'>,
  { before, limit, ...filter }: JobsAsked,
  now: number = Date.now(),
): Promise<JobsPage> {
  const jobs: Job[] = []
  let position = positionOf(before, now)
  let [read, emptyDays] = [0, 0]
  const oldest = dayOf(now) - MOST_DAYS
  while (dayOf(Date.parse(position.at)) >= oldest) {
    const found = await readDay(clients, position, limit)
    read += found.length
    for (const job of found) {
      position = { at: job.createdAt, id: job.id }
      if (!passes(job, filter)) continue
      jobs.push(job)
      if (jobs.length >= limit) return { jobs, next: cursorOf(position) }
    }
    if (found.length < limit) {
      emptyDays = found.length === 0 ? emptyDays + 1 : 0
      position = { at: new Date(dayOf(Date.parse(position.at)) * DAY_MS - 1).toISOString() }
    }
    if (read >= MOST_READ || emptyDays >= MOST_EMPTY_DAYS) return { jobs, next: cursorOf(position) }
  }
  return { jobs }
}

/** Jobs that began up to `at`; of those at that very millisecond the ones whose id comes before `id`. */
type Position = { at: string; id?: string }

function positionOf(before: string | undefined, now: number): Position {
  if (before === undefined) return { at: new Date(now + DAY_MS / 24).toISOString() }
  const [at = '', id] = before.split('~')
  return { at: new Date(at).toISOString(), ...(id !== undefined && { id }) }
}

function cursorOf({ at, id }: Position): string {
  return id === undefined ? at : `${at}~${id}`
}

/** Up to about `limit` jobs of one day, newest first, and all of a millisecond that it begins to take. */
async function readDay(
  { db, at }: Pick<PipelineClients, 'db' | 'at'>,
  position: Position,
  limit: number,
): Promise<Job[]> {
  const found: Job[] = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await db.send(
      new QueryCommand({
        TableName: at.jobsTable,
        IndexName: 'byDay',
        KeyConditionExpression: '#day = :day AND createdAt <= :at',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':day': position.at.slice(0, 10), ':at': position.at },
        ScanIndexForward: false,
        Limit: limit + 1,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    )
    found.push(...((page.Items ?? []) as Job[]).filter((job) => isBehind(job, position)))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey && !isWhole(found, limit))
  found.sort(newestFirst)
  const last = found[limit - 1]
  if (!last) return found
  return found.filter((job) => job.createdAt >= last.createdAt)
}

/** Whether the last millisecond that counts is complete: one that begins after it was read. */
function isWhole(found: readonly Job[], limit: number): boolean {
  const last = found[limit - 1]
  return last !== undefined && found.some(({ createdAt }) => createdAt < last.createdAt)
}

function isBehind({ createdAt, id }: Job, position: Position): boolean {
  if (createdAt !== position.at) return true
  return position.id === undefined || id < position.id
}

function newestFirst(left: Job, right: Job): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1
  return left.id < right.id ? 1 : -1
}

function passes(
  { recipe, status, failure }: Job,
  filter: Pick<JobsAsked, 'recipe' | 'state' | 'reason'>,
): boolean {
  return (
    (filter.recipe === undefined || recipe.name === filter.recipe) &&
    (filter.state === undefined || status === filter.state) &&
    (filter.reason === undefined || failure?.code === filter.reason)
  )
}
