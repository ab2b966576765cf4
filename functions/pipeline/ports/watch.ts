import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Stage } from '../../../catalog/feature.ts'
import { findFeature } from '../../../catalog/features.ts'

/** A callback somebody waits for. */
export type WatchedTask = { key: string; feature: string; stage: Stage; taskId?: string }

/** One look at a watched task, to be taken later; `looks` counts those already taken. */
export type WatchMessage = WatchedTask & {
  looks: number
  /** Epoch seconds since which the state waits. */
  since?: number
  /** The service was too busy to make the task; the look asks again. */
  unmade?: boolean
}

/** Polls open tasks as a safety net, and as the only way for features that announce nothing. */
export type Watch = {
  scheduleFirst(task: WatchedTask): Promise<void>
  /** Asks for another look, not before `atLeastSeconds` have passed. */
  scheduleNext(message: WatchMessage, atLeastSeconds?: number): Promise<void>
}

/** Seconds; SQS delays a message by 15 minutes at most. */
const MAX_DELAY_SECONDS = 900
const FIRST_SECONDS_WITHOUT_WEBHOOK = 10
const FIRST_SECONDS_UNMADE = 5
/** Twice as long each time, up to the longest SQS can wait. */
const MAX_DOUBLINGS = 8

export type WatchOptions = {
  queueUrl: string
  firstSeconds: number
  /** Epoch milliseconds. */
  now: () => number
}

/** Looks are messages with a delay: `firstSeconds` for a task that will be announced, 10 s for others, doubling. */
export function sqsWatch(sqs: Pick<SQSClient, 'send'>, options: WatchOptions): Watch {
  const first = (feature: string): number =>
    findFeature(feature)?.announces
      ? options.firstSeconds
      : Math.min(options.firstSeconds, FIRST_SECONDS_WITHOUT_WEBHOOK)

  const send = async (message: WatchMessage, seconds: number): Promise<void> => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: options.queueUrl,
        MessageBody: JSON.stringify({ since: Math.floor(options.now() / 1000), ...message }),
        DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(seconds))),
      }),
    )
  }

  return {
    scheduleFirst: (task) => send({ ...task, looks: 0 }, first(task.feature)),
    scheduleNext: (message, atLeastSeconds = 0) => {
      const base = message.unmade ? FIRST_SECONDS_UNMADE : first(message.feature)
      const pause = base * 2 ** Math.min(message.looks, MAX_DOUBLINGS)
      return send(message, Math.max(atLeastSeconds, pause))
    },
  }
}
