import { randomUUID } from 'node:crypto'
import type { MessageAttributes, ReceivedMessage } from './message.ts'
import { type MessageMoves, openMessageMoves } from './message-moves.ts'
import { type QueueAttributes, readRedrive } from './queue-attributes.ts'
import {
  openQueueDatabase,
  type Queue,
  type QueueDatabase,
  requireQueue,
} from './queue-database.ts'
import { type ReceiveOptions, receiveMessages } from './receive-messages.ts'

/** How many messages of a queue are visible, in flight, and still delayed. */
export type MessageCount = {
  readonly ready: number
  readonly inFlight: number
  readonly delayed: number
}

/** Options of `send`. The delay is in seconds and defaults to the queue's; messages of a group have one tenant. */
export type SendOptions = {
  readonly group?: string | undefined
  readonly delaySeconds?: number | undefined
  readonly attributes?: MessageAttributes | undefined
}

/** Standard SQS queues. Every change is written before the call returns. */
export type MessageStore = {
  readonly queues: ReadonlyMap<string, Queue>
  /** Creates the queue or changes its attributes; its messages stay. */
  putQueue(name: string, attributes: QueueAttributes): void
  /** Sends a message and returns its id. */
  send(queue: string, body: string, options?: SendOptions): string
  receive(queue: string, options?: ReceiveOptions): Promise<ReceivedMessage[]>
  /** Deletes a message by its receipt; a receipt that is out of date does nothing. */
  remove(queue: string, receipt: string): void
  /** Hides a message for `seconds` from now; false when it is no longer in flight with this receiver. */
  changeVisibility(queue: string, receipt: string, seconds: number): boolean
  /**
   * Marks the message's receiver as failed: the message stays hidden until its visibility timeout, also over a
   * restart.
   */
  markFailed(receipt: string): void
  count(queue: string): MessageCount
  /** How many messages of the queue receivers have deleted since the store was opened. */
  removed(queue: string): number
  /**
   * When the oldest message was sent, in epoch milliseconds. Messages that were received three times are left out, as
   * SQS does (Developer Guide, "Available CloudWatch metrics for Amazon SQS").
   */
  oldest(queue: string): number | undefined
  purge(queue: string): void
  /** The tasks that move dead letters. */
  readonly moves: MessageMoves
  /** Ends all waiting receivers and closes the file. */
  close(): void
}

/** Opens the queues stored in `folder`. */
export function openMessageStore(folder: string, clock: () => number = Date.now): MessageStore {
  const db = openQueueDatabase(folder, clock)
  const { statements, longPolls, database, shares } = db
  const moves = openMessageMoves(db)
  const removed = new Map<string, number>()
  return {
    queues: db.queues,
    moves,
    putQueue: (name, attributes) => putQueue(db, name, attributes),
    send: (queue, body, options = {}) => send(db, queue, body, options),
    receive: (queue, options) => receiveMessages(db, queue, options),
    remove: (queue, receipt) => {
      const group = shares.ended(receipt)
      const { changes } = statements.remove.run(receipt, queue)
      removed.set(queue, (removed.get(queue) ?? 0) + Number(changes))
      if (group !== undefined && !statements.anyOfGroup.get(queue, group)) {
        shares.forget(queue, group)
      }
    },
    changeVisibility: (queue, receipt, seconds) => {
      if (seconds === 0) shares.ended(receipt)
      const { changes } = statements.changeVisibility.run(
        clock() + seconds * 1_000,
        receipt,
        queue,
        clock(),
      )
      longPolls.wake(queue)
      return changes > 0
    },
    markFailed: (receipt) => {
      shares.ended(receipt)
      statements.markFailed.run(receipt)
    },
    count: (queue) => count(db, queue),
    removed: (queue) => removed.get(queue) ?? 0,
    oldest: (queue) => {
      const sent = statements.oldest.get(queue)?.['sent']
      return typeof sent === 'number' ? sent : undefined
    },
    purge: (queue) => void statements.purge.run(queue),
    close: () => {
      longPolls.close()
      if (database.isOpen) database.close()
    },
  }
}

function putQueue(db: QueueDatabase, name: string, attributes: QueueAttributes): void {
  readRedrive(attributes)
  const created = db.queues.get(name)?.created ?? db.clock()
  db.queues.set(name, { attributes, created })
  db.statements.putQueue.run(name, JSON.stringify(attributes), created)
}

function send(db: QueueDatabase, queue: string, body: string, options: SendOptions): string {
  const { attributes } = requireQueue(db, queue)
  const now = db.clock()
  const id = randomUUID()
  const visible = now + (options.delaySeconds ?? attributes.DelaySeconds) * 1_000
  const expires = now + attributes.MessageRetentionPeriod * 1_000
  const extra = JSON.stringify(options.attributes ?? {})
  const group = options.group ?? null
  db.statements.insert.run(id, queue, body, extra, now, expires, visible, group)
  db.longPolls.wake(queue)
  return id
}

function count(db: QueueDatabase, queue: string): MessageCount {
  const now = db.clock()
  const row = db.statements.count.get(now, now, now, queue)
  const number = (name: string): number => Number(row?.[name] ?? 0)
  return { ready: number('ready'), inFlight: number('in_flight'), delayed: number('delayed') }
}
