import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { withRequestId } from '../../log.ts'
import { createFinishDeps } from '../core/adapters/finish-deps.ts'
import { sweep } from './sweep.ts'

const deps = createFinishDeps(createDynamoClient(), new SQSClient({}))

/** Runs the sweep on a schedule. */
export const handler = middy().handler((_: unknown, { awsRequestId }: Context) =>
  withRequestId(awsRequestId, () => sweep(deps)),
)
