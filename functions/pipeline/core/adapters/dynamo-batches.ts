import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { throttleOf } from '../../../../catalog/limits/throttles.ts'
import { resultIfApplied } from '../../../dynamo.ts'
import { BATCH_LIST, batchEntry } from '../batches/batch-entry.ts'
import type { Batch, Batches, Counts, WorkedItem } from '../ports/batch.ts'

/** Longer than the longest batch runs, redrives included. */
const KEEP_CHUNK_SECONDS = 60 * 86_400

type ChunkRecord = { token: string; items: WorkedItem[]; open?: Set<string> }

/**
 * Batches in a DynamoDB table with the keys `id` and `entry` and time to live `expiresAt`. A batch has the entry
 * `batch` under its id, and one in the list of all, by the time when it was made. Each chunk has an id of its own, so
 * that a thousand concurrent chunks do not write to one partition. The chunks that wait for a job are entries under the
 * job's id. `now` gives epoch milliseconds.
 * @param once sends a request once: an addition whose answer was lost would be made twice by a client that tries again
 */
export function dynamoBatches(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number,
  once: DynamoDBDocumentClient = db,
): Batches {
  const TableName = table
  const expiresAt = (): number => Math.floor(now() / 1000) + KEEP_CHUNK_SECONDS
  const read = async <T>(id: string, entry: string): Promise<T | undefined> => {
    const { Item } = await db.send(
      new GetCommand({ TableName, Key: { id, entry }, ConsistentRead: true }),
    )
    return Item as T | undefined
  }
  const update = (id: string, entry: string, set: Update) =>
    db.send(new UpdateCommand({ TableName, Key: { id, entry }, ReturnValues: 'ALL_NEW', ...set }))

  return {
    create: async (batch) => {
      // First, so that no batch is left out of the list. An entry of another time than its batch's is none.
      await db.send(new PutCommand({ TableName, Item: batchEntry(batch) }))
      await resultIfApplied(
        db.send(
          new PutCommand({
            TableName,
            Item: { ...batch, entry: 'batch' },
            ConditionExpression: 'attribute_not_exists(id)',
          }),
        ),
      )
    },

    get: async (id) => read<Batch>(id, 'batch'),

    createdSince: async (time) => {
      const found: Batch[] = []
      let from: Record<string, unknown> | undefined
      do {
        const { Items = [], LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName,
            KeyConditionExpression: 'id = :list AND entry >= :time',
            ExpressionAttributeValues: { ':list': BATCH_LIST, ':time': time },
            ConsistentRead: true,
            ...(from && { ExclusiveStartKey: from }),
          }),
        )
        for (const { batch, createdAt } of Items) {
          const made = await read<Batch>(String(batch), 'batch')
          // An entry of another time than its batch's is none.
          if (made && made.createdAt === createdAt) found.push(made)
        }
        from = LastEvaluatedKey
      } while (from)
      return found
    },

    setTotal: async (id, total) => {
      await update(id, 'batch', {
        UpdateExpression: 'SET #total = :total',
        ExpressionAttributeNames: { '#total': 'total' },
        ExpressionAttributeValues: { ':total': total },
      })
    },

    openChunk: async ({ batch, chunk, token, order, items, ended }) => {
      const jobs = new Set(items.flatMap(({ job }) => job ?? []))
      for (const job of ended) jobs.delete(job)
      const held = await resultIfApplied(
        update(chunkId(batch, chunk), CHUNK, {
          UpdateExpression: [
            'SET #token = :token, #order = :order, #items = :items, expiresAt = :expiresAt',
            jobs.size > 0 ? ', #open = :open' : ' REMOVE #open',
          ].join(''),
          ConditionExpression: 'attribute_not_exists(#order) OR #order <= :order',
          ExpressionAttributeNames: {
            '#token': 'token',
            '#order': 'order',
            '#items': 'items',
            '#open': 'open',
          },
          ExpressionAttributeValues: {
            ':token': token,
            ':order': order,
            ':items': items,
            ':expiresAt': expiresAt(),
            ...(jobs.size > 0 && { ':open': jobs }),
          },
        }),
      )
      if (!held) return false
      for (const id of jobs) {
        const entry = `${batch}#${chunk}`
        await db.send(
          new PutCommand({ TableName, Item: { id, entry, batch, chunk, expiresAt: expiresAt() } }),
        )
      }
      return true
    },

    openedItems: async (batch, chunk) =>
      (await read<ChunkRecord>(chunkId(batch, chunk), CHUNK))?.items,

    removeJobs: async (batch, chunk, jobs) => {
      const id = chunkId(batch, chunk)
      const left =
        jobs.length === 0
          ? await read<ChunkRecord>(id, CHUNK)
          : ((
              await update(id, CHUNK, {
                UpdateExpression: 'DELETE #open :jobs',
                ExpressionAttributeNames: { '#open': 'open' },
                ExpressionAttributeValues: { ':jobs': new Set(jobs) },
              })
            ).Attributes as ChunkRecord | undefined)
      // DynamoDB keeps no empty set.
      return left?.open ? undefined : left?.token
    },

    chunksWaitingFor: async (job) => {
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'id = :job',
          ExpressionAttributeValues: { ':job': job },
          ConsistentRead: true,
        }),
      )
      return Items.map(({ batch, chunk }) => ({ batch: String(batch), chunk: Number(chunk) }))
    },

    addCounts: async (batch, chunk, counts) => {
      const first = await resultIfApplied(
        update(chunkId(batch, chunk), CHUNK, {
          UpdateExpression: 'SET counted = :yes, expiresAt = :expiresAt',
          ConditionExpression: 'attribute_not_exists(counted)',
          ExpressionAttributeValues: { ':yes': true, ':expiresAt': expiresAt() },
        }),
      )
      if (!first) return read<Batch>(batch, 'batch')
      try {
        const { Attributes } = await once.send(
          new UpdateCommand(addition(TableName, batch, counts)),
        )
        return Attributes as Batch | undefined
      } catch (error) {
        if (!throttleOf(error)) return read<Batch>(batch, 'batch')
        // Refused, and so not added: whoever tries again adds.
        await update(chunkId(batch, chunk), CHUNK, {
          UpdateExpression: 'REMOVE counted SET expiresAt = :expiresAt',
          ExpressionAttributeValues: { ':expiresAt': expiresAt() },
        })
        throw error
      }
    },

    reopen: async (id, redrives) => {
      const batch = await read<Batch>(id, 'batch')
      const { succeeded = 0, refused = 0, failed = 0, parked = 0 } = batch ?? {}
      const done = succeeded + refused + failed + parked
      await resultIfApplied(
        update(id, 'batch', {
          UpdateExpression: [
            'SET #status = :running, redrives = :redrives, unfinished = :none, resumed = :resumed',
            'REMOVE failure, finishedAt',
          ].join(' '),
          ConditionExpression:
            'attribute_exists(id) AND (attribute_not_exists(redrives) OR redrives < :redrives)',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':running': 'running',
            ':redrives': redrives,
            ':none': 0,
            ':resumed': { at: new Date(now()).toISOString(), done },
          },
        }),
      )
    },

    finish: async (id, ending) => {
      const fields = Object.entries(ending)
      // Its execution failed although it had been closed well: the answer of that never arrived.
      const mayHaveSucceeded = ending.status === 'failed'
      const isOpen = mayHaveSucceeded
        ? '(#status = :running OR #status = :succeeded)'
        : '#status = :running'
      await resultIfApplied(
        update(id, 'batch', {
          UpdateExpression: `SET ${fields.map((_, i) => `#f${i} = :f${i}`).join(', ')}`,
          ConditionExpression: `redrives < :drive OR (${isOpen} AND (attribute_not_exists(redrives) OR redrives = :drive))`,
          ExpressionAttributeNames: {
            '#status': 'status',
            ...Object.fromEntries(fields.map(([name], i) => [`#f${i}`, name])),
          },
          ExpressionAttributeValues: {
            ':running': 'running',
            ...(mayHaveSucceeded && { ':succeeded': 'succeeded' }),
            ':drive': ending.redrives,
            ...Object.fromEntries(fields.map(([, value], i) => [`:f${i}`, value])),
          },
        }),
      )
    },
  }
}

type Update = {
  UpdateExpression: string
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues: Record<string, unknown>
}

function addition(TableName: string, id: string, counts: Counts) {
  const values = Object.entries(counts).map(([status, count]) => [`:${status}`, count])
  return {
    TableName,
    Key: { id, entry: 'batch' },
    ReturnValues: 'ALL_NEW' as const,
    // What arrives after the batch has ended would make its counts differ from its result manifest.
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    UpdateExpression: [
      'ADD succeeded :succeeded, refused :refused, failed :failed',
      'parked :parked, unfinished :unfinished',
    ].join(', '),
    ExpressionAttributeValues: { ':running': 'running', ...Object.fromEntries(values) },
  }
}

function chunkId(batch: string, chunk: number): string {
  return `${batch}#${chunk}`
}
const CHUNK = 'chunk'
