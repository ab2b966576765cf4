import middy from '@middy/core'
import { env } from '../../env.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { heldMessage, holdBack } from '../core/waiting/hold-back.ts'
import { batches, holdBackDeps, tokens } from '../core/wiring.ts'
import { endItem } from './end-item.ts'

const deps = { batches: batches(), tokens: tokens() }
const held = holdBackDeps(env('ENDS_QUEUE_URL'))

/** SQS, fed by EventBridge with the events of jobs that a batch waits for. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord((body, record) => holdBack(heldMessage(record), () => endItem(body, deps), held)),
  )
