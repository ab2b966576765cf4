import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Stage } from '../../../catalog/feature.ts'
import { featureNamed } from '../../../catalog/features.ts'

/** A task somebody waits for. */
export type WatchedTask = { key: string; taskId: string; feature: string; stage: Stage }

/** One look at a watched task, to be taken later; `looks` counts those already taken. */
export type WatchMessage = WatchedTask & { looks: number }

/** Polls open tasks as a safety net, and as the only way for features that announce nothing. */
export type Watch = {
  begin(task: WatchedTask): Promise<void>
  /** Asks for another look, not before `atLeastSeconds` have passed. */
  again(message: WatchMessage, atLeastSeconds?: number): Promise<void>
}

/** Seconds; SQS delays a message by 15 minutes at most. */
const LONGEST = 900
const FIRST_WITHOUT_WEBHOOK = 10

export type WatchOptions = { queueUrl: string; firstSeconds: number }

/** Looks are messages with a delay: `firstSeconds` for a task that will be announced, 10 s for others, doubling. */
export const sqsWatch = (sqs: Pick<SQSClient, 'send'>, options: WatchOptions): Watch => {
  const first = (feature: string): number =>
    featureNamed(feature)?.announces
      ? options.firstSeconds
      : Math.min(options.firstSeconds, FIRST_WITHOUT_WEBHOOK)

  const send = async (message: WatchMessage, seconds: number): Promise<void> => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: options.queueUrl,
        MessageBody: JSON.stringify(message),
        DelaySeconds: Math.min(LONGEST, Math.max(0, Math.ceil(seconds))),
      }),
    )
  }

  return {
    begin: (task) => send({ ...task, looks: 0 }, first(task.feature)),
    again: (message, atLeastSeconds = 0) =>
      send(message, Math.max(atLeastSeconds, first(message.feature) * 2 ** message.looks)),
  }
}
