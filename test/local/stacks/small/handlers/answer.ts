import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda'

const dynamo = new DynamoDBClient({})
const workflows = new SFNClient({})
const secrets = new SecretsManagerClient({})

async function settle(id: string): Promise<APIGatewayProxyResultV2> {
  const found = await dynamo.send(
    new GetItemCommand({ TableName: process.env['TABLE'], Key: { id: { S: `token ${id}` } } }),
  )
  const taskToken = found.Item?.['token']?.S
  if (!taskToken) return { statusCode: 409, body: 'no token' }
  await workflows.send(new SendTaskSuccessCommand({ taskToken, output: '{"said":"yes"}' }))
  return { statusCode: 200, body: 'settled' }
}

async function readSecret(): Promise<APIGatewayProxyResultV2> {
  const secret = await secrets.send(
    new GetSecretValueCommand({ SecretId: process.env['SECRET_ID'] }),
  )
  return { statusCode: 200, body: secret.SecretString ?? '' }
}

const answers: Record<string, (event: APIGatewayProxyEventV2) => unknown> = {
  '/secret': readSecret,
  '/plain': () => 'just text',
  '/object': () => ({ said: 'an object' }),
  '/throw': () => {
    throw new RangeError('out of bounds')
  },
  '/broken': () => ({ statusCode: 'many' }),
  '/cookies': () => ({
    statusCode: 201,
    cookies: ['a=1', 'b=2'],
    headers: { 'X-One': 1 },
    body: '',
  }),
  '/binary': () => ({
    statusCode: 200,
    headers: { 'content-type': 'image/png' },
    body: Buffer.from([0, 255, 1]).toString('base64'),
    isBase64Encoded: true,
  }),
}

/** Settles a token below `/settle/`, answers the fixed paths, and echoes the event for every other one. */
export const handler = middy<APIGatewayProxyEventV2, unknown>().handler((event) => {
  const id = /^\/settle\/(.+)$/.exec(event.rawPath)?.[1]
  if (id) return settle(id)
  return (answers[event.rawPath] ?? (() => ({ statusCode: 200, body: JSON.stringify(event) })))(
    event,
  )
})
