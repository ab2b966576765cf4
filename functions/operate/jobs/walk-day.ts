import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import {
  isIn,
  type JobEntry,
  type JobList,
  partitionsOf,
} from '../../pipeline/core/lists/job-lists.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

const DAY_MS = 86_400_000

/** A job as a list has it: by its record, or by its entry, which tells less. */
export type ListedJob = { id: string; createdAt: string } & (
  | { record: Job; entry?: undefined }
  | { record?: undefined; entry: JobEntry }
)

/** Which jobs of a day are walked through. */
export type DayWalk = {
  list: JobList
  /** Counted in days since 1970 (UTC). */
  day: number
  /** ISO 8601; jobs that began before `since` or after `until` are left out. */
  since: string
  until: string
  newestFirst: boolean
  /** About how many are wanted: the partitions are read in pieces of their shares. */
  wanted: number
}

/**
 * The jobs of one list that began on a day, in the order of their beginnings, those of one millisecond by their ids.
 * The partitions of a day are merged here and nowhere else: one query each, and another where a share was too small.
 */
export async function* walkDay(
  clients: Pick<PipelineClients, 'db' | 'at'>,
  walk: DayWalk,
): AsyncGenerator<ListedJob, void> {
  const day = new Date(walk.day * DAY_MS).toISOString().slice(0, 10)
  const partitions = partitionsOf(walk.list, day)
  const share = Math.min(MOST_SHARE, Math.ceil(walk.wanted / (partitions.length - 1)) + SPARE)
  const heads = partitions.map((partition) => groupsOf(clients, { partition, share, ...walk }))
  yield* merged(heads, walk.newestFirst)
}

/** The parked jobs of all days in the same form, those that began last before `until` first. */
export async function* walkParked(
  clients: Pick<PipelineClients, 'db' | 'at'>,
  { since, until, wanted }: Pick<DayWalk, 'since' | 'until' | 'wanted'>,
): AsyncGenerator<ListedJob, void> {
  const read = { list: 'all', since, until, newestFirst: true, share: wanted } as const
  yield* merged([groupsOf(clients, { partition: 'budget', index: PARKED, ...read })], true)
}

/** The day that a timestamp lies in, counted like these. */
export function dayOf(timestamp: number): number {
  return Math.floor(timestamp / DAY_MS)
}

const BY_DAY = { name: 'byDay', key: 'day' }
const PARKED = { name: 'parked', key: 'waits' }
/** Shares differ by chance; this much more saves most second queries. */
const SPARE = 3
const MOST_SHARE = 200

type PartitionRead = Omit<DayWalk, 'day' | 'wanted'> & {
  partition: string
  index?: typeof BY_DAY
  share: number
}

/** Jobs that began in one millisecond. */
type Group = ListedJob[]

/** The jobs of a partition, each time those of one millisecond: the index does not order them among each other. */
async function* groupsOf(
  { db, at }: Pick<PipelineClients, 'db' | 'at'>,
  { partition, list, since, until, newestFirst, share, index = BY_DAY }: PartitionRead,
): AsyncGenerator<Group, void> {
  let group: Group = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await db.send(
      new QueryCommand({
        TableName: at.jobsTable,
        IndexName: index.name,
        KeyConditionExpression: '#partition = :partition AND createdAt BETWEEN :since AND :until',
        ExpressionAttributeNames: { '#partition': index.key },
        ExpressionAttributeValues: {
          ':partition': partition,
          ':since': since || FIRST,
          ':until': until,
        },
        ScanIndexForward: !newestFirst,
        Limit: share,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    )
    for (const item of page.Items ?? []) {
      const job = listed(item)
      // Of an earlier release, whose jobs were in the list of all alone.
      if (job.record && !isIn(job.record, list)) continue
      if (group[0] && group[0].createdAt !== job.createdAt) {
        yield group
        group = []
      }
      group.push(job)
    }
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  if (group.length > 0) yield group
}

/** Before any job. */
const FIRST = '0'

function listed(item: Record<string, unknown>): ListedJob {
  if (typeof item['job'] !== 'string') {
    const record = item as Job
    return { id: record.id, createdAt: record.createdAt, record }
  }
  const entry = item as JobEntry
  return { id: entry.job, createdAt: entry.createdAt, entry }
}

async function* merged(
  readers: readonly AsyncGenerator<Group, void>[],
  newestFirst: boolean,
): AsyncGenerator<ListedJob, void> {
  const sign = newestFirst ? -1 : 1
  const heads = new Map<AsyncGenerator<Group, void>, Group>()
  let unread: readonly AsyncGenerator<Group, void>[] = readers
  for (;;) {
    const read = await Promise.all(
      unread.map(async (reader) => [reader, await reader.next()] as const),
    )
    for (const [reader, { value }] of read) {
      if (value) heads.set(reader, value)
      else heads.delete(reader)
    }
    const times = [...heads.values()].map(([first]) => first?.createdAt ?? '').sort()
    const next = newestFirst ? times.at(-1) : times[0]
    if (next === undefined) return
    unread = [...heads].flatMap(([reader, [first]]) => (first?.createdAt === next ? [reader] : []))
    const group = unread.flatMap((reader) => heads.get(reader) ?? [])
    yield* group.sort((left, right) => (left.id < right.id ? -sign : sign))
  }
}
