import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { batch, eachRecord } from '../../batch.ts'
import { openDynamo } from '../../dynamo.ts'
import { openEndings } from '../open-endings.ts'
import { endDeadTask } from './end-dead-task.ts'

const deps = openEndings(openDynamo(), new SQSClient({}))

/** The dead letters of the task queue -> tasks that end in `error`. */
export const handler = middy()
  .use(batch())
  .handler(eachRecord((body) => endDeadTask(body, deps)))
