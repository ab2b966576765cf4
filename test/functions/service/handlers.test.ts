import type { APIGatewayProxyEventV2, Context, SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { handler as apiHandler } from '../../../functions/service/api/handler.ts'
import type { handler as deadHandler } from '../../../functions/service/end-dead-task/handler.ts'
import type { handler as sendHandler } from '../../../functions/service/send-webhook/handler.ts'
import { freshHandler } from './fresh-handler.ts'
import { type ServiceBackend, startServiceBackend } from './service-backend.ts'

let backend: ServiceBackend

beforeAll(async () => {
  backend = await startServiceBackend()
  // The environment that the stacks set.
  Object.assign(process.env, {
    TASKS_TABLE: 'tasks',
    KEYS_TABLE: 'keys',
    UNITS_TABLE: 'units',
    WEBHOOKS_TABLE: 'webhooks',
    FILES_BUCKET: 'files',
    TASKS_QUEUE_URL: `${process.env['AWS_ENDPOINT_URL_SQS']}/000000000000/tasks`,
    VIDEO_TASKS_QUEUE_URL: `${process.env['AWS_ENDPOINT_URL_SQS']}/000000000000/video-tasks`,
    LIMITS_TABLE: 'limits',
    WEBHOOKS_QUEUE_URL: `${process.env['AWS_ENDPOINT_URL_SQS']}/000000000000/webhooks`,
  })
})
afterAll(() => backend.close())

const context = { awsRequestId: 'request-7', getRemainingTimeInMillis: () => 15_000 } as Context
const BODY = '{"src_file_url":"https://example.com/a.jpg"}'

function event(body: string, isBase64Encoded: boolean) {
  return {
    rawPath: '/s2s/v2.0/task/body-reshape/pre-process',
    headers: { authorization: `Bearer ${backend.key}` },
    requestContext: { http: { method: 'POST' } },
    body,
    isBase64Encoded,
  } as unknown as APIGatewayProxyEventV2
}

function batch(body: string) {
  return { Records: [{ messageId: 'm', body }] } as SQSEvent
}

test('the API accepts a body as text and as base64, and dead letters end the task', async () => {
  const api = await freshHandler<typeof apiHandler>('service/api')
  const dead = await freshHandler<typeof deadHandler>('service/end-dead-task')
  const encoded = await api(event(Buffer.from(BODY).toString('base64'), true), context)
  const plain = await api(event(BODY, false), context)
  expect(encoded.statusCode).toBe(200)
  expect(plain).toMatchObject({ statusCode: 200, headers: { 'x-request-id': 'request-7' } })
  const taskId = JSON.parse(plain.body ?? '').data.task_id
  expect(await dead(batch(JSON.stringify({ taskId })), context)).toEqual({ batchItemFailures: [] })
  expect(await backend.deps.tasks.get(taskId)).toMatchObject({ status: 'error' })
})

test('a malformed message of the webhook queue goes to the dead-letter queue', async () => {
  const handler = await freshHandler<typeof sendHandler>('service/send-webhook')
  expect(await handler(batch('{}'), context)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm' }],
  })
})
