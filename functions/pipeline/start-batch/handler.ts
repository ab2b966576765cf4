import middy from '@middy/core'
import { env } from '../../env.ts'
import { log } from '../../log.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { heldMessage, holdBack } from '../core/waiting/hold-back.ts'
import { batches, batchObjects, holdBackDeps, startBatchExecution } from '../core/wiring.ts'
import { startBatch } from './start-batch.ts'

const deps = {
  batches: batches(),
  objects: batchObjects(),
  startExecution: startBatchExecution(),
  now: Date.now,
}
const held = holdBackDeps(env('MANIFESTS_QUEUE_URL'))

/** SQS, fed by EventBridge "Object Created" below `batches/`: starts one execution for each manifest version. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord((body, record) =>
      holdBack(
        heldMessage(record),
        async () => log.info('A manifest was taken in.', await startBatch(body, deps)),
        held,
      ),
    ),
  )
