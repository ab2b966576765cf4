import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pollQueue } from '../../../local/queue-source/poll-queue.ts'
import { openMessageStore } from '../../../local/sqs/message-store.ts'
import { QueueAttributes } from '../../../local/sqs/queue-attributes.ts'

const QUEUE = 'drops'
const HIDDEN = QueueAttributes.parse({ VisibilityTimeout: 600 })

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-poll-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Lets one message fail before or after the poller is stopped, and counts what the next start can receive. */
async function readyAfter(failed: 'before the stop' | 'while it stops'): Promise<number> {
  const folder = newFolder()
  const store = openMessageStore(folder)
  store.putQueue(QUEUE, HIDDEN)
  store.send(QUEUE, 'a drop')
  const began = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const settled = Promise.withResolvers<void>()
  const letGo = (receipt: string): void => {
    store.markFailed(receipt)
    settled.resolve()
  }
  const poller = pollQueue({
    store: { ...store, markFailed: letGo },
    queue: QUEUE,
    batchSize: 1,
    concurrency: 1,
    handle: async (messages) => {
      began.resolve()
      await goOn.promise
      return new Set(messages.map(({ id }) => id))
    },
  })
  await began.promise
  if (failed === 'before the stop') {
    goOn.resolve()
    await settled.promise
  }
  const stopped = poller.stop(5_000)
  goOn.resolve()
  await stopped
  store.close()
  const next = openMessageStore(folder)
  onTestFinished(() => next.close())
  return next.count(QUEUE).ready
}

test('a message that failed before a stop stays hidden until its visibility timeout', async () => {
  expect(await readyAfter('before the stop')).toBe(0)
})

test('a message that fails during shutdown is visible at once after the next start', async () => {
  expect(await readyAfter('while it stops')).toBe(1)
})
