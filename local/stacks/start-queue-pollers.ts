import { availableParallelism } from 'node:os'
import type { HostedFunction, Invoke } from '../lambda/hosted-function.ts'
import { failedMessageIds } from '../queue-source/failed-message-ids.ts'
import { type Poller, pollQueue } from '../queue-source/poll-queue.ts'
import { queueEvent } from '../queue-source/queue-event.ts'
import type { MessageStore } from '../sqs/message-store.ts'
import type { QueueMapping } from './read-mappings.ts'

type PollerDeps = {
  readonly store: MessageStore
  readonly functions: readonly HostedFunction[]
  readonly invoke: Invoke
  readonly region: string
  readonly workers?: ((functionName: string) => number | undefined) | undefined
}

/**
 * Starts a poller for each mapping. An isolated function gets no more threads than the machine has spare cores, unless
 * somebody asks for another number.
 */
export function startQueuePollers(mappings: readonly QueueMapping[], deps: PollerDeps): Poller[] {
  return mappings.map((mapping) =>
    pollQueue({
      store: deps.store,
      queue: mapping.queue,
      batchSize: mapping.batchSize,
      concurrency: concurrencyOf(mapping, deps),
      handle: async (messages) => {
        const event = queueEvent(messages, mapping.queueArn, deps.region)
        const result = await deps.invoke(mapping.functionArn, event)
        const ids = messages.map((message) => message.id)
        return failedMessageIds(result, ids, mapping.reportsFailures)
      },
    }),
  )
}

function concurrencyOf(mapping: QueueMapping, deps: PollerDeps): number {
  const hosted = deps.functions.find(
    ({ name, arn }) => name === mapping.functionArn || arn === mapping.functionArn,
  )
  const asked = hosted?.isolated ? deps.workers?.(hosted.name) : undefined
  if (asked !== undefined) return asked
  const spare = Math.min(4, Math.max(1, availableParallelism() - 1))
  return Math.min(
    mapping.concurrency,
    hosted?.reserved ?? mapping.concurrency,
    hosted?.isolated ? spare : mapping.concurrency,
  )
}
