import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../dynamo.ts'
import { log } from '../../../log.ts'
import { IN_LINE, lineEntryId } from '../lists/line.ts'
import { heldMetrics } from '../metrics/held-metrics.ts'
import type { ServiceFullUntil } from '../ports/backpressure.ts'
import { NO_LOOK, type Turns } from '../ports/turns.ts'
import { holdsTurn } from '../waiting/hold-turns.ts'

export type AwsTurnsOptions = {
  db: DynamoDBDocumentClient
  /** The table of jobs. */
  table: string
  /** Sends a message to the queue of `start`. */
  send: (body: string, delaySeconds: number) => Promise<void>
  /** How many executions are open, counted no further than to so many. */
  countOpen: (most: number) => Promise<number>
  /** How many files batches that run may have under way; they do not take the turns of dropped ones. */
  batchFiles: () => Promise<number>
  serviceFullUntil: ServiceFullUntil
  /** How many dropped files may be under way at once. */
  openFiles: number
  /** How many processes begin dropped files at once: each takes its part of the room. */
  sharers: number
  /** The value of the dimension `Pipeline` of all metrics. */
  pipeline: string
  /** Epoch milliseconds. */
  now: () => number
}

/** A count of so many executions, two calls, is relied on for so many seconds; longer counts for as much longer. */
const COUNTED = 2_000
const COUNTED_SECONDS = 10
/** Seconds after which a process counts again that has begun as many files as its part of the room was. */
const USED_UP_SECONDS = 3
/** Longer than a message stays in the queue. */
const KEEP_SECONDS = 5 * 86_400

/**
 * What a process knows of the room: when it counted, how many were open, its part then and what is left of it, and
 * until when the service is full.
 */
export type Counted = { at: number; open: number; part: number; left: number; full: number }

/** The part of the room that one of several processes may take until it counts again. */
export function partOf({ most, open, sharers }: Record<'most' | 'open' | 'sharers', number>) {
  const part = Math.ceil(Math.max(0, most - open) / sharers)
  return { part, left: part }
}

/**
 * Whether it is time to count again. Step Functions lists five pages a second, in small regions two; where hardly any
 * other process takes its part, one that is quick takes the room in several.
 */
export function mustCount({ at, open, part, left }: Omit<Counted, 'full'>, now: number): boolean {
  const passed = now - at
  if (part > 0 && left <= 0 && open < COUNTED) return passed >= USED_UP_SECONDS
  return passed >= COUNTED_SECONDS * Math.max(1, Math.ceil(open / COUNTED))
}

/**
 * The line of dropped files, by the number of open executions. A process that has counted takes its part of what room
 * there was until it counts again, so that several together do not exceed it by more than one file each.
 */
export function awsTurns(options: AwsTurnsOptions): Turns {
  const { db, table: TableName, send, now, pipeline } = options
  const expiresAt = (): number => Math.floor(now() / 1000) + KEEP_SECONDS
  let counted: Counted | undefined
  let cause: 'openFiles' | 'ServiceBusy' = 'openFiles'

  return {
    take: async (waited) => {
      if (!counted || mustCount(counted, now() / 1000)) {
        const most = options.openFiles + (await options.batchFiles())
        const [open, full] = await Promise.all([
          options.countOpen(most),
          options.serviceFullUntil(),
        ])
        const part = partOf({ most, open, sharers: options.sharers })
        counted = { at: now() / 1000, open, full, ...part }
      }
      const isHeld = holdsTurn(counted.full, { now: now() / 1000, waited })
      cause = isHeld ? 'ServiceBusy' : 'openFiles'
      if (isHeld) return false
      counted.left -= 1
      return counted.left >= 0
    },

    placeOf: async (job) => {
      const Key = { id: lineEntryId(job) }
      const { Item } = await db.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
      return Item && { look: Item['look'] as number, inLine: 'waits' in Item }
    },

    schedule: (job, look, seconds) => send(JSON.stringify({ turn: job, look }), seconds),

    enter: async ({ id, createdAt }, look) => {
      const entry = { id: lineEntryId(id), waits: IN_LINE, createdAt, job: id, look }
      const entered = await conditionHeld(
        db.send(
          new PutCommand({
            TableName,
            Item: { ...entry, expiresAt: expiresAt() },
            ConditionExpression: 'attribute_not_exists(#look) OR #look < :look',
            ExpressionAttributeNames: { '#look': 'look' },
            ExpressionAttributeValues: { ':look': look },
          }),
        ),
      )
      if (!entered) return
      log.info('A file waits for its turn.', heldMetrics(cause, { pipeline, now: now() }))
    },

    leave: async (job) => {
      await db.send(
        new UpdateCommand({
          TableName,
          Key: { id: lineEntryId(job) },
          UpdateExpression: 'REMOVE waits SET #look = :left, expiresAt = :expiresAt',
          ExpressionAttributeNames: { '#look': 'look' },
          ExpressionAttributeValues: { ':left': NO_LOOK, ':expiresAt': expiresAt() },
        }),
      )
    },

    stepOut: async (job, look) => {
      await conditionHeld(
        db.send(
          new UpdateCommand({
            TableName,
            Key: { id: lineEntryId(job) },
            UpdateExpression: 'REMOVE waits SET #look = :look, expiresAt = :expiresAt',
            ConditionExpression: 'attribute_not_exists(#look) OR #look <= :look',
            ExpressionAttributeNames: { '#look': 'look' },
            ExpressionAttributeValues: { ':look': look, ':expiresAt': expiresAt() },
          }),
        ),
      )
    },
  }
}
