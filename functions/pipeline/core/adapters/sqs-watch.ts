import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { findFeature } from '../../../../catalog/features/features.ts'
import type { Watch, WatchMessage } from '../ports/watch.ts'

/** SQS delays a message by 15 minutes at most. */
const MAX_DELAY_SECONDS = 900
const FIRST_SECONDS_WITHOUT_WEBHOOK = 10
const FIRST_SECONDS_UNMADE = 5
/**
 * A busy service is asked so often at least: with longer pauses its workers are idle for a quarter of the time that
 * ten thousand files take, while hundreds wait to ask again (`npm run bench -- million`).
 */
const MOST_SECONDS_UNMADE = 60
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
    scheduleFirst: (task) =>
      send({ ...task, looks: 0 }, firstPause(task.feature, options.firstSeconds)),
    scheduleNext: (message, atLeastSeconds = 0, atMostSeconds = MAX_DELAY_SECONDS) => {
      const pause = Math.min(nextPause(message, options.firstSeconds), atMostSeconds)
      return send(message, Math.max(atLeastSeconds, pause))
    },
  }
}

/** Seconds before the first look at a task of a feature. */
export function firstPause(feature: string, firstSeconds: number): number {
  return findFeature(feature)?.announces
    ? firstSeconds
    : Math.min(firstSeconds, FIRST_SECONDS_WITHOUT_WEBHOOK)
}

/** Seconds before the next look at a task, or the next try to create it. */
export function nextPause(
  { feature, looks, unmade }: Pick<WatchMessage, 'feature' | 'looks' | 'unmade'>,
  firstSeconds: number,
): number {
  const base = unmade ? FIRST_SECONDS_UNMADE : firstPause(feature, firstSeconds)
  const pause = base * 2 ** Math.min(looks, MAX_DOUBLINGS)
  return unmade ? Math.min(pause, MOST_SECONDS_UNMADE) : pause
}
