import middy from '@middy/core'
import { env } from '../../env.ts'
import { log } from '../../log.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { heldMessage, holdBack } from '../core/waiting/hold-back.ts'
import { beginJobDeps, holdBackDeps, turns } from '../core/wiring.ts'
import { start } from './start.ts'

const deps = { ...beginJobDeps(), turns: turns(), random: Math.random }
const held = holdBackDeps(env('DROP_QUEUE_URL'))

/** SQS, fed by EventBridge "Object Created": starts one execution for each dropped object version and recipe. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord((body, record) =>
      holdBack(
        heldMessage(record),
        async () => log.info('A dropped file was taken in.', await start(body, deps)),
        held,
      ),
    ),
  )
