import { randomUUID } from 'node:crypto'
import type { HostedFunction, Invoke, InvokeResult } from '../lambda/hosted-function.ts'
import { type Poller, pollQueue } from '../queue-source/poll-queue.ts'
import type { MessageStore } from '../sqs/message-store.ts'
import { QueueAttributes } from '../sqs/queue-attributes.ts'

/** The asynchronous invocations of one function. */
export type AsyncInvocations = { readonly deliver: (text: string) => void; readonly poller: Poller }

/**
 * Lambda retries a failed asynchronous event twice before it drops it (Developer Guide, "How Lambda handles errors
 * and retries with asynchronous invocation").
 */
const ATTEMPTS = 3
const PAUSE_SECONDS = 60

/**
 * Invokes `hosted` asynchronously, through a queue of its own, so that an event outlives this process. What every
 * attempt failed on goes to the queue `failures`, where there is one.
 */
export function createAsyncInvocations(
  hosted: HostedFunction,
  {
    store,
    invoke,
    failures,
  }: { store: MessageStore; invoke: Invoke; failures: string | undefined },
): AsyncInvocations {
  const queue = `async-${hosted.name}`
  store.putQueue(
    queue,
    QueueAttributes.parse({
      VisibilityTimeout: Math.ceil(hosted.timeoutMs / 1_000) + PAUSE_SECONDS,
      MessageRetentionPeriod: 6 * 3_600,
    }),
  )
  const poller = pollQueue({
    store,
    queue,
    batchSize: 1,
    concurrency: hosted.reserved ?? 5,
    handle: async ([message]) => {
      if (!message) return new Set()
      const result = await invoke(hosted.arn, JSON.parse(message.body))
      if (!('error' in result)) return new Set()
      if (message.receiveCount < ATTEMPTS) return new Set([message.id])
      if (failures !== undefined) store.send(failures, failureRecord(hosted, message.body, result))
      return new Set()
    },
  })
  return { deliver: (text) => void store.send(queue, text), poller }
}

/** What Lambda tells a destination (Developer Guide, "Capturing records of Lambda asynchronous invocations"). */
function failureRecord(
  { arn }: HostedFunction,
  payload: string,
  { error }: Extract<InvokeResult, { error: unknown }>,
): string {
  return JSON.stringify({
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: randomUUID(),
      functionArn: `${arn}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: ATTEMPTS,
    },
    requestPayload: JSON.parse(payload),
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: error,
  })
}
