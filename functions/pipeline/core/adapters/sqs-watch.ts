import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { findFeature } from '../../../../catalog/features/features.ts'
import type { Watch, WatchMessage } from '../ports/watch.ts'

/** SQS delays a message by 15 minutes at most. */
const MAX_DELAY_SECONDS = 900
const FIRST_SECONDS_WITHOUT_WEBHOOK = 10
const FIRST_SECONDS_UNMADE = 5
/** The delay doubles this often, which brings it to the longest that SQS allows. */
const MAX_DOUBLINGS = 8

export type WatchOptions = {
  queueUrl: string
  /** Seconds before the first poll of a task whose end is announced by webhook. */
  firstSeconds: number
}

/**
 * Polls as delayed SQS messages. The first comes after `firstSeconds`, or after 10 s where the feature sends no
 * webhook; the delay doubles from one poll to the next.
 */
export function sqsWatch(sqs: Pick<SQSClient, 'send'>, options: WatchOptions): Watch {
  const first = (feature: string): number =>
    findFeature(feature)?.announces
      ? options.firstSeconds
      : Math.min(options.firstSeconds, FIRST_SECONDS_WITHOUT_WEBHOOK)

  const send = async (message: WatchMessage, seconds: number): Promise<void> => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: options.queueUrl,
        MessageBody: JSON.stringify(message),
        DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(seconds))),
      }),
    )
  }

  return {
    scheduleFirst: (task) => send({ ...task, looks: 0 }, first(task.feature)),
    scheduleNext: (message, atLeastSeconds = 0, atMostSeconds = MAX_DELAY_SECONDS) => {
      const base = message.unmade ? FIRST_SECONDS_UNMADE : first(message.feature)
      const pause = base * 2 ** Math.min(message.looks, MAX_DOUBLINGS)
      return send(message, Math.max(atLeastSeconds, Math.min(pause, atMostSeconds)))
    },
  }
}
