import { type ExecutionListItem, ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { BATCH_LIST } from '../../pipeline/core/batches/batch-entry.ts'
import type { Batch } from '../../pipeline/core/ports/batch.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

type Clients = Pick<PipelineClients, 'db' | 'at' | 'sfn'>

export type BatchesAsked = {
  /** The cursor of an earlier page, or an ISO 8601 time. @default the newest */
  before?: string | undefined
  /** At most so many. */
  limit: number
}

export type BatchesPage = {
  /** Newest first. */
  batches: Batch[]
  next?: string
}

/** What a batch is found by. */
type Place = { id: string; createdAt: string; listed?: true }

/**
 * A page of batches, newest first. Those of earlier releases, which are in no list, are found behind the others as long
 * as Step Functions remembers their executions: 90 days.
 */
export async function listBatches(
  clients: Clients,
  { before, limit }: BatchesAsked,
): Promise<BatchesPage> {
  const listed = await entriesBefore(clients, before, limit + 1)
  const places = listed.length > limit ? listed : await withEarlier(clients, listed, before, limit)
  const page = places.slice(0, limit)
  const found = await readBatches(clients, page)
  const last = page.at(-1)
  return { batches: found, ...(places.length > limit && last && { next: cursorOf(last) }) }
}

async function entriesBefore(
  { db, at }: Clients,
  before: string | undefined,
  limit: number,
): Promise<Place[]> {
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName: at.batchesTable,
      KeyConditionExpression: `id = :list${before === undefined ? '' : ' AND entry < :before'}`,
      ExpressionAttributeValues: {
        ':list': BATCH_LIST,
        ...(before !== undefined && { ':before': before }),
      },
      ScanIndexForward: false,
      Limit: limit,
    }),
  )
  return Items.map(({ batch, createdAt }) => ({
    id: String(batch),
    createdAt: String(createdAt),
    listed: true,
  }))
}

/** Names of executions that are looked through. */
const MOST_LISTED = 2000

async function withEarlier(
  { sfn, at }: Clients,
  listed: readonly Place[],
  before: string | undefined,
  limit: number,
): Promise<Place[]> {
  const known = new Set(listed.map(({ id }) => id))
  const earlier: Place[] = []
  let seen = 0
  let nextToken: string | undefined
  do {
    const found = await sfn.send(
      new ListExecutionsCommand({
        stateMachineArn: at.batchMachineArn,
        maxResults: 1000,
        ...(nextToken && { nextToken }),
      }),
    )
    const executions = found.executions ?? []
    seen += executions.length
    for (const place of executions.map(placeOf)) {
      const isBehind = before === undefined || cursorOf(place) < before
      if (isBehind && !known.has(place.id)) earlier.push(place)
    }
    nextToken = found.nextToken
  } while (nextToken && earlier.length + listed.length <= limit && seen < MOST_LISTED)
  return [...listed, ...earlier].sort((left, right) => (cursorOf(left) < cursorOf(right) ? 1 : -1))
}

function placeOf({ name = '', startDate }: ExecutionListItem): Place {
  return { id: name, createdAt: startDate!.toISOString() }
}

function cursorOf({ createdAt, id }: Place): string {
  return `${createdAt}~${id}`
}

/** What one request may ask for (DynamoDB API Reference, BatchGetItem). */
const MOST_KEYS = 100

/** The batches of these places in their order. */
async function readBatches({ db, at }: Clients, places: readonly Place[]): Promise<Batch[]> {
  const ids = [...new Set(places.map(({ id }) => id))]
  const found = new Map<string, Batch>()
  let left = ids
  while (left.length > 0) {
    const Keys = left.slice(0, MOST_KEYS).map((id) => ({ id, entry: 'batch' }))
    const { Responses, UnprocessedKeys } = await db.send(
      new BatchGetCommand({ RequestItems: { [at.batchesTable]: { Keys } } }),
    )
    const items = (Responses?.[at.batchesTable] ?? []) as (Batch & { entry: string })[]
    for (const { entry: _, ...batch } of items) found.set(batch.id, batch)
    const again = (UnprocessedKeys?.[at.batchesTable]?.Keys ?? []).map(({ id }) => String(id))
    left = [...again, ...left.slice(MOST_KEYS)]
  }
  return places.flatMap(({ id, createdAt, listed }) => {
    const batch = found.get(id)
    return batch && (!listed || batch.createdAt === createdAt) ? batch : []
  })
}
