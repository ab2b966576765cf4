import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createCachedSecret } from '../../cached-secret.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { guardedFetch } from '../../fetch/guarded-fetch.ts'
import { withRequestId } from '../../log.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { ownCookie } from '../http/cookie.ts'
import { dynamoSessionStore } from '../sign-in/session-store.ts'
import { askProvider } from './ask-provider.ts'
import { parseIdentityProvider } from './identity-provider.ts'
import { type SignInElsewhereDeps, signInElsewhere } from './sign-in-elsewhere.ts'

const deps: SignInElsewhereDeps = {
  provider: parseIdentityProvider(env('CONSOLE_PROVIDER')),
  secret: secretOf(),
  ask: askProvider(guardedFetch),
  sessions: dynamoSessionStore(createDynamoClient(), env('CONSOLE_TABLE')),
  cookie: ownCookie(),
  now: Date.now,
}

/** Signing in to the console at a provider of OpenID Connect: where it begins, and where the provider leads back to. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => signInElsewhere(consoleRequestOf(event), awsRequestId, deps)),
)

function secretOf(): SignInElsewhereDeps['secret'] {
  const id = optionalEnv('CONSOLE_CLIENT_SECRET_ID')
  if (id === undefined) return async () => undefined
  const parse = (text: string): string => text.trim()
  return createCachedSecret(new SecretsManagerClient({}), { id, parse }).read
}
