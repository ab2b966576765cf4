import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { messageOperations } from '../../../local/sqs/message-operations.ts'
import { openMessageStore } from '../../../local/sqs/message-store.ts'
import { moveOperations } from '../../../local/sqs/move-operations.ts'
import { queueOperations } from '../../../local/sqs/queue-operations.ts'

const NEVER = new AbortController().signal

/** Where the clock of the queues stands at first, in epoch milliseconds. */
export const START = 1_000_000_000_000

/** What the operations answer, of which each has a part. */
type Answer = {
  Messages?: { Body: string; ReceiptHandle: string; Attributes?: Record<string, string> }[]
  Successful?: object[]
  Failed?: object[]
  QueueUrls?: string[]
  Attributes?: Record<string, string>
  TaskHandle?: string
  Results?: object[]
}

/** A folder that ends with the test. */
export function queueFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The operations on a folder of queues, without a server. The clock stands until the test moves it. */
export function openQueues() {
  const time = { now: START }
  const store = openMessageStore(queueFolder(), () => time.now)
  onTestFinished(() => store.close())
  const context = {
    store,
    urlOf: (name: string) => `http://127.0.0.1/1/${name}`,
    arnOf: (name: string) => `arn:aws:sqs:us-east-1:1:${name}`,
  }
  const operations = {
    ...queueOperations(context),
    ...messageOperations(context),
    ...moveOperations(context),
  }
  const call = async (name: string, input: object): Promise<Answer> =>
    ((await operations[name]!(input, NEVER)) ?? {}) as Answer
  return { store, time, call, QueueUrl: context.urlOf('work'), arnOf: context.arnOf }
}
