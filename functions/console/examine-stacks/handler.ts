import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { paginateListQueues, SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { examineWithin } from '../../operate/doctor/examine-within.ts'
import type { Account, Site } from '../../operate/doctor/site.ts'
import { connectionStores } from '../../service/admin.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { pipelineReader, sessionDeps } from '../wiring.ts'
import { type ExamineStacksDeps, examineStacks } from './examine-stacks.ts'

const db = createDynamoClient()
const sqs = new SQSClient({})
const stacks: string[] = JSON.parse(env('STACKS'))

const site: Omit<Site, 'now'> = {
  pipeline: { ...pipelineReader(db, new S3Client({})), sqs },
  service: serviceOf(),
  cloudWatch: new CloudWatchClient({}),
  secrets: new SecretsManagerClient({}),
  secretId: env('SERVICE_SECRET_ID'),
  webhookUrl: env('WEBHOOK_URL'),
  serviceUrl: optionalEnv('SERVICE_URL'),
  generator: undefined,
  alarmPrefixes: stacks.map((stack) => `${stack}-`),
  queues,
  account: optionalEnv('DARKROOM_CONSOLE_RUN') === undefined ? accountOf() : undefined,
  explain: (error) =>
    error instanceof Error ? error.message.split('\n')[0] || error.name : String(error),
}

const deps: ExamineStacksDeps = {
  ...sessionDeps(db),
  examine: () => examineWithin({ ...site, now: Date.now() }),
}

/** Says what is wrong with the stacks and what to do, behind the same HTTP API as the page. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => examineStacks(consoleRequestOf(event), awsRequestId, deps)),
)

function serviceOf(): Site['service'] {
  const webhooks = optionalEnv('SERVICE_WEBHOOKS_TABLE')
  if (webhooks === undefined) return undefined
  const [keys, units] = [env('SERVICE_KEYS_TABLE'), env('SERVICE_UNITS_TABLE')]
  return connectionStores(db, { keys, units, webhooks })
}

/** CloudFormation names queues after their stack. */
async function queues(): Promise<string[]> {
  const urls: string[] = []
  for (const stack of stacks) {
    const pages = paginateListQueues({ client: sqs }, { QueueNamePrefix: `${stack}-` })
    for await (const { QueueUrls = [] } of pages) urls.push(...QueueUrls)
  }
  return urls
}

/** What the checks that this function makes ask of an account; it has no right for the rest. */
function accountOf(): Account {
  const notAsked = () => Promise.reject(new Error('This is left to the command.'))
  return {
    functions: notAsked,
    buckets: notAsked,
    concurrencyLimit: notAsked,
    queueConcurrency: notAsked,
    listeners: async () => ({}),
    consoleOrigin: undefined,
    keys: {
      dropBucket: optionalEnv('DROP_BUCKET_KEY'),
      resultsBucket: optionalEnv('RESULTS_BUCKET_KEY'),
    },
  }
}
