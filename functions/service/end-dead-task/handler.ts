import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { createDynamoClient } from '../../dynamo.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { createFinishDeps } from '../core/adapters/finish-deps.ts'
import { endDeadTask } from './end-dead-task.ts'

const deps = createFinishDeps(createDynamoClient(), new SQSClient({}))

/** Ends the tasks in the dead-letter queues of the task queues as `error`. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(eachRecord((body) => endDeadTask(body, deps)))
