import middy from '@middy/core'
import { log } from '../../log.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { batches, batchObjects, startBatchExecution } from '../core/wiring.ts'
import { startBatch } from './start-batch.ts'

const deps = {
  batches: batches(),
  objects: batchObjects(),
  startExecution: startBatchExecution(),
  now: Date.now,
}

/** SQS, fed by EventBridge "Object Created" below `batches/`: starts one execution for each manifest version. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord(async (body) => {
      log.info('A manifest was taken in.', await startBatch(body, deps))
    }),
  )
