import { type ExecutionListItem, ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { IN_LINE, lineEntryId } from '../../pipeline/core/lists/line.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineReader } from '../pipeline-clients.ts'

type Clients = Pick<PipelineReader, 'db' | 'sfn' | 'at'>

/** How a dropped file stands in line: `place` counts from 1; `seconds` are left until its turn, where that is known. */
export type Place = { place: number; seconds?: number }

/**
 * The place of a file that waits because enough are under way, or undefined where it does not. Files come to their turn
 * about in the order of their drops, as fast as files ended of late.
 */
export async function placeInLine(
  clients: Clients,
  { id, createdAt, status }: Pick<Job, 'id' | 'createdAt' | 'status'>,
): Promise<Place | undefined> {
  if (status !== 'running') return undefined
  const place = await entriesUntil(clients, { id, createdAt })
  if (place === undefined) return undefined
  const pace = await filesPerSecond(clients)
  return { place, ...(pace !== undefined && { seconds: Math.ceil(place / pace) }) }
}

/** How many stand in line up to this job; undefined where it is not one of them. */
async function entriesUntil(
  { db, at }: Clients,
  { id, createdAt }: Pick<Job, 'id' | 'createdAt'>,
): Promise<number | undefined> {
  let count = 0
  let isThere = false
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: at.jobsTable,
        IndexName: 'parked',
        KeyConditionExpression: 'waits = :line AND createdAt <= :createdAt',
        ExpressionAttributeValues: { ':line': IN_LINE, ':createdAt': createdAt },
        ProjectionExpression: 'id',
        ExclusiveStartKey,
      }),
    )
    count += Items.length
    isThere ||= Items.some((entry) => entry['id'] === lineEntryId(id))
    ExclusiveStartKey = LastEvaluatedKey
  } while (ExclusiveStartKey)
  return isThere ? count : undefined
}

/** Ended executions that the pace is taken from. */
const MOST_ENDED = 200
/** Fewer say nothing. */
const LEAST_ENDED = 5

/** By the ends of the executions that ended of those begun last; undefined where hardly any did. */
async function filesPerSecond({ sfn, at }: Clients): Promise<number | undefined> {
  const { executions = [] } = await sfn.send(
    new ListExecutionsCommand({
      stateMachineArn: at.stateMachineArn,
      statusFilter: 'SUCCEEDED',
      maxResults: MOST_ENDED,
    }),
  )
  const ends = executions
    .map(({ stopDate }: ExecutionListItem) => stopDate?.getTime() ?? Number.NaN)
    .filter(Number.isFinite)
  if (ends.length < LEAST_ENDED) return undefined
  const seconds = (Math.max(...ends) - Math.min(...ends)) / 1000
  return seconds > 0 ? (ends.length - 1) / seconds : undefined
}
