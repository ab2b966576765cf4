import { randomUUID } from 'node:crypto'
import type { ReceivedMessage } from './message.ts'
import { readRedrive } from './queue-attributes.ts'
import { type QueueDatabase, requireQueue } from './queue-database.ts'

type Row = Record<string, unknown>

/**
 * Takes up to `max` visible messages and hides them for `visibility` seconds (SQS Developer Guide, "Amazon SQS
 * visibility timeout"). A message that was received as often as the redrive policy allows moves to the dead-letter
 * queue, where its count starts anew.
 */
export function takeMessages(
  shelf: QueueDatabase,
  queue: string,
  max: number,
  visibility: number,
): ReceivedMessage[] {
  const { statements, queues, longPolls, clock } = shelf
  const now = clock()
  const redrive = readRedrive(requireQueue(shelf, queue).attributes)
  statements.expire.run(queue, now)
  const taken: ReceivedMessage[] = []
  for (const row of statements.next.all(queue, now, max)) {
    const tooOften = redrive && Number(row['receives']) >= redrive.maxReceiveCount
    if (tooOften && queues.has(redrive.deadLetterQueue)) {
      statements.bury.run(redrive.deadLetterQueue, now, Number(row['seq']))
      longPolls.wake(redrive.deadLetterQueue)
      continue
    }
    const receipt = randomUUID()
    statements.take.run(now, receipt, now + visibility * 1_000, Number(row['seq']))
    taken.push(toMessage(row, receipt, now))
  }
  return taken
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
  }
}
