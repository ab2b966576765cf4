import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import type { Finding } from './finding.ts'
import { readMetrics } from './read-metric.ts'
import type { Site } from './site.ts'

const check = 'queues'
const MINUTE_MS = 60_000
/** Seconds after which a file that waits is late; the alarm's default. */
const LATE_SECONDS = 900

/** Dead letters that wait, and how long the oldest dropped file has waited to be taken in. */
export async function checkQueues(site: Site): Promise<Finding[]> {
  const dead: Finding[] = []
  for (const url of await site.queues()) {
    const { waiting, isWorkedOff } = await readQueue(site, url)
    // Only queues of dead letters have none behind them.
    if (isWorkedOff || waiting === 0) continue
    dead.push({
      level: 'problem',
      check,
      says: `${waiting} dead letters wait in ${nameOf(url)}.`,
      todo:
        'Find the cause in the log of the function that works the queue off, mend it, then move them back: ' +
        '`aws sqs start-message-move-task --source-arn <its ARN>`.',
    })
  }
  const none: Finding = { level: 'ok', check, says: 'No dead letters wait.' }
  return [...(dead.length > 0 ? dead : [none]), await oldestFile(site)]
}

async function readQueue({ pipeline: { sqs } }: Site, QueueUrl: string) {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  )
  const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: hidden } =
    Attributes
  return {
    waiting: Number(visible ?? 0) + Number(hidden ?? 0),
    isWorkedOff: Attributes['RedrivePolicy'] !== undefined,
  }
}

function nameOf(url: string): string {
  return url.split('/').at(-1) ?? url
}

async function oldestFile(site: Site): Promise<Finding> {
  const { pipeline, cloudWatch, now } = site
  const query = {
    namespace: 'AWS/SQS',
    name: 'ApproximateAgeOfOldestMessage',
    dimensions: { QueueName: nameOf(pipeline.at.dropQueue) },
    statistic: 'Maximum' as const,
  }
  const [age = 0] = await readMetrics(cloudWatch, [query], { since: now - 5 * MINUTE_MS, now })
  const { waiting } = await readQueue(site, pipeline.at.dropQueue)
  if (waiting === 0) return { level: 'ok', check, says: 'No dropped file waits to be taken in.' }
  const says = `${waiting} dropped files wait to be taken in, the oldest for ${Math.round(age)} s.`
  return age < LATE_SECONDS
    ? { level: 'note', check, says }
    : {
        level: 'problem',
        check,
        says,
        todo: 'Look at the log of the function `start`; raise `drops` if it merely has too much to do.',
      }
}
