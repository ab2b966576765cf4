import { randomUUID } from 'node:crypto'
import middy from '@middy/core'
import { batch, eachRecord } from '../../batch.ts'
import { correlate, log } from '../../log.ts'
import { inbox, pipelineName, provider, tokens, watch } from '../adapters.ts'
import { jobOf } from '../inbox/inbox.ts'
import { waitMetrics } from '../metrics/wait-metrics.ts'
import type { WatchMessage } from './watch.ts'
import { watchTask } from './watch-task.ts'

const pipeline = pipelineName()
const deps = {
  inbox: inbox(),
  provider: provider(),
  tokens: tokens(),
  watch: watch(),
  unique: randomUUID,
  now: Date.now,
}

/** SQS: one look at a task somebody waits for. */
export const handler = middy()
  .use(batch())
  .handler(
    eachRecord(async (body) => {
      const message = JSON.parse(body) as WatchMessage
      correlate(jobOf(message.key))
      const outcome = await watchTask(message, deps)
      const { feature, stage, looks } = message
      const waits = outcome === 'again' && waitMetrics(message, { pipeline, now: Date.now() })
      log.info('A task was looked at.', { feature, stage, looks, outcome, ...waits })
    }),
  )
