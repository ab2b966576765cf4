import middy from '@middy/core'
import { batch, eachRecord } from '../../batch.ts'
import { log } from '../../log.ts'
import { beginningDeps } from '../beginning-deps.ts'
import { start } from './start.ts'

const deps = beginningDeps()

/** SQS, fed by EventBridge "Object Created": one execution per dropped object version and recipe. */
export const handler = middy()
  .use(batch())
  .handler(
    eachRecord(async (body) => {
      log.info('A dropped file was taken in.', await start(body, deps))
    }),
  )
