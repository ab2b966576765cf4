import { randomUUID } from 'node:crypto'
import type { ReceivedMessage } from './message.ts'
import { readRedrive } from './queue-attributes.ts'
import { type QueueDatabase, requireQueue } from './queue-database.ts'

/** Options of `receive`: `max` messages (1 to 10), and for how many seconds they are hidden and waited for. */
export type ReceiveOptions = {
  readonly max?: number | undefined
  readonly visibilitySeconds?: number | undefined
  readonly waitSeconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Receives visible messages, oldest first, those of noisy neighbours last. With a wait time it waits for the first one
 * (SQS Developer Guide, "Amazon SQS short and long polling"). Returns none once `signal` is aborted.
 */
export async function receiveMessages(
  db: QueueDatabase,
  queue: string,
  options: ReceiveOptions = {},
): Promise<ReceivedMessage[]> {
  const { clock, longPolls, statements, database } = db
  const { attributes } = requireQueue(db, queue)
  const { max = 1, visibilitySeconds, signal } = options
  const wait = options.waitSeconds ?? attributes.ReceiveMessageWaitTimeSeconds
  const deadline = clock() + wait * 1_000
  for (;;) {
    if (signal?.aborted || !database.isOpen) return []
    const taken = takeMessages(db, queue, max, visibilitySeconds)
    if (taken.length > 0 || clock() >= deadline) return taken
    const next = Number(statements.nextVisible.get(queue)?.['at'] ?? deadline)
    await longPolls.wait(queue, Math.min(next, deadline), signal)
  }
}

type Row = Record<string, unknown>

/**
 * Takes up to `max` visible messages and hides them, by default for the queue's present timeout (SQS Developer Guide,
 * "Amazon SQS visibility timeout"). A message that was received as often as the redrive policy allows moves to the
 * dead-letter queue, where its count starts anew.
 */
function takeMessages(
  db: QueueDatabase,
  queue: string,
  max: number,
  visibilitySeconds: number | undefined,
): ReceivedMessage[] {
  const { statements, queues, longPolls, clock } = db
  const now = clock()
  const { attributes } = requireQueue(db, queue)
  const visibility = visibilitySeconds ?? attributes.VisibilityTimeout
  const redrive = readRedrive(attributes)
  statements.expire.run(queue, now)
  const taken: ReceivedMessage[] = []
  for (const row of nextMessages(db, queue, now, max)) {
    if (typeof row['receipt'] === 'string') db.shares.ended(row['receipt'])
    const tooOften = redrive && Number(row['receives']) >= redrive.maxReceiveCount
    if (tooOften && queues.has(redrive.deadLetterQueue)) {
      statements.moveToDeadLetters.run(redrive.deadLetterQueue, now, Number(row['seq']))
      longPolls.wake(redrive.deadLetterQueue)
      continue
    }
    const receipt = randomUUID()
    statements.take.run(now, receipt, now + visibility * 1_000, Number(row['seq']))
    if (typeof row['message_group'] === 'string') {
      db.shares.began(receipt, queue, row['message_group'])
    }
    taken.push(toMessage(row, receipt, now))
  }
  return taken
}

/**
 * The messages that are to be received next: those of quiet groups before those of noisy ones, of which the one with
 * the fewest in flight comes first (SQS Developer Guide, "How Amazon SQS fair queues work"). A message without a group
 * is a tenant of its own.
 */
function nextMessages(
  { statements, shares }: QueueDatabase,
  queue: string,
  now: number,
  max: number,
): Row[] {
  const noisy = shares.noisy(queue).filter((group) => {
    const isThere = statements.anyOfGroup.get(queue, group) !== undefined
    if (!isThere) shares.forget(queue, group)
    return isThere
  })
  const found: Row[] = statements.nextQuiet.all(queue, now, JSON.stringify(noisy), max)
  for (const group of noisy) {
    found.push(...statements.nextOfGroup.all(queue, now, group, max - found.length))
  }
  return found
}

function toMessage(row: Row, receipt: string, now: number): ReceivedMessage {
  return {
    id: String(row['id']),
    receipt,
    body: String(row['body']),
    attributes: JSON.parse(String(row['attributes'])),
    sentAt: Number(row['sent']),
    firstReceivedAt: Number(row['first_received'] ?? now),
    receiveCount: Number(row['receives']) + 1,
    ...(typeof row['message_group'] === 'string' && { group: row['message_group'] }),
  }
}
