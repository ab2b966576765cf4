import { randomUUID } from 'node:crypto'
import middy from '@middy/core'
import { batch, eachRecord } from '../../batch.ts'
import { inbox, provider, tokens, watch } from '../adapters.ts'
import type { WatchMessage } from './watch.ts'
import { watchTask } from './watch-task.ts'

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
  .handler(eachRecord((body) => watchTask(JSON.parse(body) as WatchMessage, deps)))
