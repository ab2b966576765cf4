import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { selectKey, serviceSecret, TRIES, tryService } from '../../operate/tries/try-service.ts'
import { dynamoOnce } from '../changes/once.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { sessionDeps } from '../wiring.ts'
import { type TryFeatureDeps, tryFeature } from './try-feature.ts'

const db = createDynamoClient()
const secret = serviceSecret(new SecretsManagerClient({}), env('SERVICE_SECRET_ID'))
const baseUrl = env('SERVICE_BASE_URL')

const deps: TryFeatureDeps = {
  ...sessionDeps(db),
  once: dynamoOnce(db, env('CONSOLE_TABLE')),
  baseUrl,
  offer: JSON.parse(optionalEnv('SERVICE_OFFER') ?? 'null') ?? undefined,
  tries: tryService({
    baseUrl,
    apiKey: async () => selectKey(TRIES, (await secret.read()).keys).key,
    idempotent: env('SERVICE_IDEMPOTENT') !== 'false',
  }),
}

/** Tries features with the pipeline's key of the service, behind the same HTTP API as the page. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => tryFeature(consoleRequestOf(event), awsRequestId, deps)),
)
