import middy from '@middy/core'
import { log } from '../../log.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { beginJobDeps } from '../core/wiring.ts'
import { start } from './start.ts'

const deps = beginJobDeps()

/** SQS, fed by EventBridge "Object Created": starts one execution for each dropped object version and recipe. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord(async (body) => {
      log.info('A dropped file was taken in.', await start(body, deps))
    }),
  )
