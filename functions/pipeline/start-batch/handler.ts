import { SFNClient } from '@aws-sdk/client-sfn'
import middy from '@middy/core'
import { env } from '../../env.ts'
import { log } from '../../log.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { batches, batchObjects } from '../wiring.ts'
import { startBatch } from './start-batch.ts'

const deps = {
  batches: batches(),
  objects: batchObjects(),
  sfn: new SFNClient({}),
  batchMachineArn: env('BATCH_MACHINE_ARN'),
  now: Date.now,
}

/** SQS, fed by EventBridge "Object Created" below `batches/`: one execution per version of a manifest. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord(async (body) => {
      log.info('A manifest was taken in.', await startBatch(body, deps))
    }),
  )
