import { randomUUID } from 'node:crypto'
import type { MessageAttributes, ReceivedMessage } from './message.ts'
import { messageStatements } from './message-statements.ts'
import { openMessageTable } from './open-message-table.ts'
import { QueueAttributes, readRedrive } from './queue-attributes.ts'
import { waitingRoom } from './waiting-room.ts'

/** How many messages of a queue can be received, are with a receiver, and are still delayed. */
export type MessageCount = {
  readonly ready: number
  readonly flying: number
  readonly delayed: number
}

export type Queue = { readonly attributes: QueueAttributes; readonly created: number }

/** What `send` may set; the delay is in seconds and defaults to the queue's. */
export type SendOptions = {
  readonly delay?: number | undefined
  readonly attributes?: MessageAttributes | undefined
}

/** What `receive` may set: at most `max` messages (1 to 10), hidden for and waited for so many seconds. */
export type ReceiveOptions = {
  readonly max?: number | undefined
  readonly visibility?: number | undefined
  readonly wait?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export type MessageStore = ReturnType<typeof openMessageStore>

/** Standard SQS queues in a folder. Every change is written before the call returns. */
export const openMessageStore = (folder: string, clock: () => number = Date.now) => {
  const database = openMessageTable(folder)
  const run = messageStatements(database)
  const waiting = waitingRoom(clock)
  const queues = new Map<string, Queue>()
  for (const row of run.queues.all()) {
    const attributes = QueueAttributes.parse(JSON.parse(String(row['attributes'])))
    queues.set(String(row['name']), { attributes, created: Number(row['created']) })
  }

  const send = (queue: string, body: string, options: SendOptions = {}): string => {
    const { attributes } = queues.get(queue)!
    const now = clock()
    const id = randomUUID()
    const visible = now + (options.delay ?? attributes.DelaySeconds) * 1_000
    const expires = now + attributes.MessageRetentionPeriod * 1_000
    run.insert.run(id, queue, body, JSON.stringify(options.attributes ?? {}), now, expires, visible)
    waiting.wake(queue)
    return id
  }

  const take = (queue: string, max: number, visibility: number): ReceivedMessage[] => {
    const now = clock()
    const redrive = readRedrive(queues.get(queue)!.attributes)
    const taken: ReceivedMessage[] = []
    run.expire.run(queue, now)
    for (const row of run.next.all(queue, now, max)) {
      const receiveCount = Number(row['receives']) + 1
      if (
        redrive &&
        receiveCount > redrive.maxReceiveCount &&
        queues.has(redrive.deadLetterQueue)
      ) {
        run.bury.run(redrive.deadLetterQueue, now, Number(row['seq']))
        waiting.wake(redrive.deadLetterQueue)
        continue
      }
      const receipt = randomUUID()
      run.take.run(now, receipt, now + visibility * 1_000, Number(row['seq']))
      taken.push({
        id: String(row['id']),
        receipt,
        body: String(row['body']),
        attributes: JSON.parse(String(row['attributes'])),
        sentAt: Number(row['sent']),
        firstReceivedAt: Number(row['first_received'] ?? now),
        receiveCount,
      })
    }
    return taken
  }

  return {
    queues: queues as ReadonlyMap<string, Queue>,
    /** Makes the queue, or gives it these attributes; its messages stay. */
    putQueue: (name: string, attributes: QueueAttributes): void => {
      readRedrive(attributes)
      const created = queues.get(name)?.created ?? clock()
      queues.set(name, { attributes, created })
      run.putQueue.run(name, JSON.stringify(attributes), created)
    },
    /** Puts a message in a queue that exists and gives its id. */
    send,
    /** Messages that are visible, oldest first; waits for the first one if asked to. Empty once `signal` is aborted. */
    receive: async (queue: string, options: ReceiveOptions = {}): Promise<ReceivedMessage[]> => {
      const { attributes } = queues.get(queue)!
      const deadline = clock() + (options.wait ?? attributes.ReceiveMessageWaitTimeSeconds) * 1_000
      for (;;) {
        if (options.signal?.aborted || !database.isOpen) return []
        const taken = take(
          queue,
          options.max ?? 1,
          options.visibility ?? attributes.VisibilityTimeout,
        )
        if (taken.length > 0 || clock() >= deadline) return taken
        const next = Number(run.nextVisible.get(queue)?.['at'] ?? deadline)
        await waiting.wait(queue, Math.min(next, deadline), options.signal)
      }
    },
    /** Removes a message its receiver is done with; a receipt that is out of date does nothing. */
    remove: (queue: string, receipt: string): void => {
      run.remove.run(receipt, queue)
    },
    /** Hides a message for `seconds` from now; false when it is not with this receiver any more. */
    hide: (queue: string, receipt: string, seconds: number): boolean => {
      const now = clock()
      const { changes } = run.hide.run(now + seconds * 1_000, receipt, queue, now)
      waiting.wake(queue)
      return changes > 0
    },
    /** Its receiver has failed: the message stays hidden for the rest of its time, over a restart too. */
    letGo: (receipt: string): void => {
      run.letGo.run(receipt)
    },
    count: (queue: string): MessageCount => {
      const now = clock()
      const row = run.count.get(now, now, now, queue)
      const number = (name: string) => Number(row?.[name] ?? 0)
      return { ready: number('ready'), flying: number('flying'), delayed: number('delayed') }
    },
    purge: (queue: string): void => {
      run.purge.run(queue)
    },
    /** Ends all waiting and closes the file. */
    close: (): void => {
      waiting.close()
      database.close()
    },
  }
}
