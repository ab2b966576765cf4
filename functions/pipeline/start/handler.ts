import { SFNClient } from '@aws-sdk/client-sfn'
import middy from '@middy/core'
import { batch, eachRecord } from '../../batch.ts'
import { env } from '../../env.ts'
import { log } from '../../log.ts'
import { companions, jobs, objects } from '../adapters.ts'
import { start } from './start.ts'

const deps = {
  jobs: jobs(),
  objects: objects(),
  companions: companions(),
  sfn: new SFNClient({}),
  stateMachineArn: env('STATE_MACHINE_ARN'),
  now: Date.now,
}

/** SQS, fed by EventBridge "Object Created": one execution per dropped object version and recipe. */
export const handler = middy()
  .use(batch())
  .handler(
    eachRecord(async (body) => {
      log.info('A dropped file was taken in.', await start(body, deps))
    }),
  )
