import { randomUUID } from 'node:crypto'
import middy from '@middy/core'
import { env } from '../../env.ts'
import { log, setCorrelationId } from '../../log.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { waitMetrics } from '../core/metrics/wait-metrics.ts'
import { jobOfCallback } from '../core/ports/inbox.ts'
import type { WatchMessage } from '../core/ports/watch.ts'
import { heldMessage, holdBack } from '../core/waiting/hold-back.ts'
import {
  backpressure,
  holdBackDeps,
  inbox,
  objects,
  pipelineName,
  provider,
  sourceSeconds,
  tokens,
  watch,
} from '../core/wiring.ts'
import { watchTask } from './watch-task.ts'

const pipeline = pipelineName()
const held = holdBackDeps(env('WATCH_QUEUE_URL'))
const deps = {
  inbox: inbox(),
  objects: objects(),
  sourceSeconds: sourceSeconds(),
  provider: provider(),
  backpressure: backpressure(),
  tokens: tokens(),
  watch: watch(),
  uniqueId: randomUUID,
  now: Date.now,
}

async function look(message: WatchMessage): Promise<void> {
  setCorrelationId(jobOfCallback(message.key))
  const { outcome, workedSeconds } = await watchTask(message, deps)
  const { feature, stage, looks } = message
  const waits =
    workedSeconds !== undefined && waitMetrics(workedSeconds, { pipeline, now: Date.now() })
  log.info('A task was looked at.', { feature, stage, looks, outcome, ...waits })
}

/** SQS: polls of tasks that states wait for. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord((body, record) => holdBack(heldMessage(record), () => look(JSON.parse(body)), held)),
  )
