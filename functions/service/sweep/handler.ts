import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { openDynamo } from '../../dynamo.ts'
import { withRequestId } from '../../log.ts'
import { openEndings } from '../open-endings.ts'
import { sweep } from './sweep.ts'

const deps = openEndings(openDynamo(), new SQSClient({}))

/** A schedule -> what was left behind. */
export const handler = middy().handler((_: unknown, { awsRequestId }: Context) =>
  withRequestId(awsRequestId, () => sweep(deps)),
)
