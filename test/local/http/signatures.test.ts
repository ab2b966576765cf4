import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startControl } from '../../../local/control/start-control.ts'
import { startDynamoDb } from '../../../local/dynamodb/start-dynamodb.ts'
import { createEventBus } from '../../../local/events/event-bus.ts'
import { eventOperations } from '../../../local/events/event-operations.ts'
import { eventRequiredRights } from '../../../local/events/event-required-rights.ts'
import { openSecretFile } from '../../../local/secrets/secret-file.ts'
import { secretOperations } from '../../../local/secrets/secret-operations.ts'
import { secretRequiredRights } from '../../../local/secrets/secret-required-rights.ts'
import { startSqs } from '../../../local/sqs/start-sqs.ts'
import { startStepFunctions } from '../../../local/step-functions/start-step-functions.ts'
import { localAccount, OPERATOR, TABLES_ACCOUNT } from '../../setup/account.ts'
import { signedHeaders, signedPost } from '../../setup/signed-post.ts'

type Endpoint = { url: string; target: string; body: string }

const folder = mkdtempSync(join(tmpdir(), 'signatures-'))
const account = localAccount()
const closers: (() => Promise<void>)[] = []
const urls: Record<string, string> = {}

beforeAll(async () => {
  const secrets = openSecretFile(join(folder, 'secrets.json'), Date.now)
  const started = {
    dynamodb: await startDynamoDb({ dataDir: join(folder, 't'), port: 0, ...TABLES_ACCOUNT }),
    sqs: await startSqs({ dataDir: folder, port: 0, ...account }),
    states: await startStepFunctions({
      dataDir: join(folder, 's'),
      port: 0,
      ...account,
      invoke: async () => ({ payload: null }),
    }),
    control: await startControl({
      port: 0,
      ...account,
      invoke: () => async (_, payload) => ({ payload }),
      services: {
        AWSEvents: {
          signingName: 'events',
          requiredRights: eventRequiredRights(account),
          operations: eventOperations(() => createEventBus([], account)),
        },
        secretsmanager: {
          signingName: 'secretsmanager',
          requiredRights: secretRequiredRights(secrets, account),
          operations: secretOperations(secrets, account),
        },
      },
    }),
  }
  for (const [name, { url, close }] of Object.entries(started)) {
    urls[name] = url
    closers.push(close)
  }
})

afterAll(async () => {
  await Promise.all(closers.map((close) => close()))
  rmSync(folder, { recursive: true, force: true })
})

/** A request that each service answers with 200, by the name of the service in signatures. */
const GOOD: Record<string, () => Endpoint> = {
  dynamodb: () => ({ url: urls['dynamodb']!, target: 'DynamoDB_20120810.ListTables', body: '{}' }),
  sqs: () => ({ url: urls['sqs']!, target: 'AmazonSQS.ListQueues', body: '{}' }),
  states: () => ({
    url: urls['states']!,
    target: 'AWSStepFunctions.ListStateMachines',
    body: '{}',
  }),
  events: () => ({
    url: urls['control']!,
    target: 'AWSEvents.PutEvents',
    body: '{"Entries":[{"Source":"a","DetailType":"b","Detail":"{}"}]}',
  }),
  secretsmanager: () => ({
    url: urls['control']!,
    target: 'secretsmanager.CreateSecret',
    body: '{"Name":"key","SecretString":"x"}',
  }),
}

function headersOf({ target }: Endpoint) {
  return { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target }
}

async function outcome(answer: Promise<Response>): Promise<string> {
  const response = await answer
  if (response.ok) return 'passed'
  const { __type: type = '' } = (await response.json()) as { __type?: string }
  return type.split('#').at(-1)!
}

describe.each(Object.keys(GOOD))('%s', (service) => {
  const post = (change: Partial<Parameters<typeof signedPost>[1]> = {}) => {
    const endpoint = GOOD[service]!()
    const signed = { service, body: endpoint.body, headers: headersOf(endpoint), ...change }
    return outcome(signedPost(endpoint.url, signed))
  }
  /** Signs one request and sends another. */
  const altered = (sent: { body?: string; headers?: Record<string, string> }) => {
    const endpoint = GOOD[service]!()
    const signed = { service, body: endpoint.body, headers: headersOf(endpoint) }
    const { host: _, ...headers } = signedHeaders(endpoint.url, signed)
    return outcome(
      fetch(endpoint.url, {
        method: 'POST',
        body: sent.body ?? endpoint.body,
        headers: { ...headers, ...sent.headers },
      }),
    )
  }

  test('takes a signed request', async () => {
    expect(await post()).toBe('passed')
  })

  test('refuses one without a signature', async () => {
    const endpoint = GOOD[service]!()
    const { url, body } = endpoint
    const sent = fetch(url, { method: 'POST', body, headers: headersOf(endpoint) })
    expect(await outcome(sent)).toBe('MissingAuthenticationTokenException')
    expect(await altered({ headers: { authorization: 'AWS4-HMAC-SHA256 nonsense' } })).toBe(
      'IncompleteSignatureException',
    )
  })

  test('refuses an unknown key and a wrong secret', async () => {
    const stranger = { ...OPERATOR, accessKeyId: 'stranger' }
    expect(await post({ credentials: stranger })).toBe('UnrecognizedClientException')
    const guess = { ...OPERATOR, secretAccessKey: 'guess' }
    expect(await post({ credentials: guess })).toBe('InvalidSignatureException')
  })

  test('refuses a signature for another service, region or time', async () => {
    expect(await post({ service: 's3' })).toBe('InvalidSignatureException')
    expect(await post({ region: 'eu-west-1' })).toBe('InvalidSignatureException')
    expect(await post({ now: Date.now() - 16 * 60_000 })).toBe('InvalidSignatureException')
    expect(await post({ now: Date.now() + 16 * 60_000 })).toBe('InvalidSignatureException')
  })

  test('refuses a body and headers other than the signed ones', async () => {
    expect(await altered({ body: `${GOOD[service]!().body} ` })).toBe('InvalidSignatureException')
    expect(await altered({ headers: { 'content-type': 'application/json' } })).toBe(
      'InvalidSignatureException',
    )
  })
})
