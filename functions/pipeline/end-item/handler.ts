import middy from '@middy/core'
import { batch, eachRecord } from '../../batch.ts'
import { tokens } from '../adapters.ts'
import { batches } from '../batches/batch-adapters.ts'
import { endItem } from './end-item.ts'

const deps = { batches: batches(), tokens: tokens() }

/** SQS, fed by what is told of jobs that a batch waits for. */
export const handler = middy()
  .use(batch())
  .handler(eachRecord((body) => endItem(body, deps)))
