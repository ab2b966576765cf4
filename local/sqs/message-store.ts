import { randomUUID } from 'node:crypto'
import type { MessageAttributes, ReceivedMessage } from './message.ts'
import { type QueueAttributes, readRedrive } from './queue-attributes.ts'
import { type ReceiveOptions, receiveMessages } from './receive-messages.ts'
import { openShelf, type Queue, queueOf, type Shelf } from './shelf.ts'

/** How many messages of a queue can be received, are with a receiver, and are still delayed. */
export type MessageCount = {
  readonly ready: number
  readonly flying: number
  readonly delayed: number
}

/** What `send` may set; the delay is in seconds and defaults to the queue's. */
export type SendOptions = {
  readonly delay?: number | undefined
  readonly attributes?: MessageAttributes | undefined
}

/** Standard SQS queues. Every change is written before the call returns. */
export type MessageStore = {
  readonly queues: ReadonlyMap<string, Queue>
  /** Makes the queue, or gives it these attributes; its messages stay. */
  putQueue(name: string, attributes: QueueAttributes): void
  /** Puts a message in a queue and gives its id. */
  send(queue: string, body: string, options?: SendOptions): string
  receive(queue: string, options?: ReceiveOptions): Promise<ReceivedMessage[]>
  /** Removes a message its receiver is done with; a receipt that is out of date does nothing. */
  remove(queue: string, receipt: string): void
  /** Hides a message for `seconds` from now; false when it is not with this receiver any more. */
  hide(queue: string, receipt: string, seconds: number): boolean
  /** Its receiver has failed: the message stays hidden for the rest of its time, over a restart too. */
  letGo(receipt: string): void
  count(queue: string): MessageCount
  purge(queue: string): void
  /** Ends all waiting and closes the file. */
  close(): void
}

/** Opens the queues kept in `folder`. */
export const openMessageStore = (folder: string, clock: () => number = Date.now): MessageStore => {
  const shelf = openShelf(folder, clock)
  const { run, waiting, database } = shelf
  return {
    queues: shelf.queues,
    putQueue: (name, attributes) => putQueue(shelf, name, attributes),
    send: (queue, body, options = {}) => send(shelf, queue, body, options),
    receive: (queue, options) => receiveMessages(shelf, queue, options),
    remove: (queue, receipt) => void run.remove.run(receipt, queue),
    hide: (queue, receipt, seconds) => {
      const { changes } = run.hide.run(clock() + seconds * 1_000, receipt, queue, clock())
      waiting.wake(queue)
      return changes > 0
    },
    letGo: (receipt) => void run.letGo.run(receipt),
    count: (queue) => count(shelf, queue),
    purge: (queue) => void run.purge.run(queue),
    close: () => {
      waiting.close()
      if (database.isOpen) database.close()
    },
  }
}

const putQueue = (shelf: Shelf, name: string, attributes: QueueAttributes): void => {
  readRedrive(attributes)
  const created = shelf.queues.get(name)?.created ?? shelf.clock()
  shelf.queues.set(name, { attributes, created })
  shelf.run.putQueue.run(name, JSON.stringify(attributes), created)
}

const send = (shelf: Shelf, queue: string, body: string, options: SendOptions): string => {
  const { attributes } = queueOf(shelf, queue)
  const now = shelf.clock()
  const id = randomUUID()
  const visible = now + (options.delay ?? attributes.DelaySeconds) * 1_000
  const expires = now + attributes.MessageRetentionPeriod * 1_000
  const extra = JSON.stringify(options.attributes ?? {})
  shelf.run.insert.run(id, queue, body, extra, now, expires, visible)
  shelf.waiting.wake(queue)
  return id
}

const count = (shelf: Shelf, queue: string): MessageCount => {
  const now = shelf.clock()
  const row = shelf.run.count.get(now, now, now, queue)
  const number = (name: string): number => Number(row?.[name] ?? 0)
  return { ready: number('ready'), flying: number('flying'), delayed: number('delayed') }
}
