import middy from '@middy/core'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { batches, tokens } from '../core/wiring.ts'
import { endItem } from './end-item.ts'

const deps = { batches: batches(), tokens: tokens() }

/** SQS, fed by EventBridge with the events of jobs that a batch waits for. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(eachRecord((body) => endItem(body, deps)))
