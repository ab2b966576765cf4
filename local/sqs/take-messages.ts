import { randomUUID } from 'node:crypto'
import type { ReceivedMessage } from './message.ts'
import { readRedrive } from './queue-attributes.ts'
import { queueOf, type Shelf } from './shelf.ts'

type Row = Record<string, unknown>

/**
 * Hands out up to `max` visible messages and hides them for `visibility` seconds. One that has been received as often
 * as the redrive policy allows goes to the dead letters instead, where its count starts anew.
 */
export const takeMessages = (
  shelf: Shelf,
  queue: string,
  max: number,
  visibility: number,
): ReceivedMessage[] => {
  const { run, queues, waiting, clock } = shelf
  const now = clock()
  const redrive = readRedrive(queueOf(shelf, queue).attributes)
  run.expire.run(queue, now)
  const taken: ReceivedMessage[] = []
  for (const row of run.next.all(queue, now, max)) {
    const tooOften = redrive && Number(row['receives']) >= redrive.maxReceiveCount
    if (tooOften && queues.has(redrive.deadLetterQueue)) {
      run.bury.run(redrive.deadLetterQueue, now, Number(row['seq']))
      waiting.wake(redrive.deadLetterQueue)
      continue
    }
    const receipt = randomUUID()
    run.take.run(now, receipt, now + visibility * 1_000, Number(row['seq']))
    taken.push(toMessage(row, receipt, now))
  }
  return taken
}

const toMessage = (row: Row, receipt: string, now: number): ReceivedMessage => ({
  id: String(row['id']),
  receipt,
  body: String(row['body']),
  attributes: JSON.parse(String(row['attributes'])),
  sentAt: Number(row['sent']),
  firstReceivedAt: Number(row['first_received'] ?? now),
  receiveCount: Number(row['receives']) + 1,
})
