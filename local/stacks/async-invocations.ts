import type { HostedFunction, Invoke } from '../lambda/hosted-function.ts'
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

/** Invokes `hosted` asynchronously, through a queue of its own, so that an event outlives this process. */
export function createAsyncInvocations(
  hosted: HostedFunction,
  store: MessageStore,
  invoke: Invoke,
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
      return new Set('error' in result && message.receiveCount < ATTEMPTS ? [message.id] : [])
    },
  })
  return { deliver: (text) => void store.send(queue, text), poller }
}
