import { randomUUID } from 'node:crypto'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import type { handler as api } from '../../../functions/service/api/handler.ts'
import { freshHandler } from './fresh-handler.ts'
import type { ServiceBackend } from './service-backend.ts'

/** A response of the service with its parsed body. */
export type Answer = {
  status: number
  headers: Record<string, unknown>
  body: Record<string, unknown> & {
    status?: number
    error_code?: string
    data?: { task_id?: string; task_status?: string; results?: { url?: string } | null }
  }
}

export type Call = {
  method?: string
  path: string
  body?: unknown
  key?: string
  headers?: Record<string, string>
  ip?: string
}

/** The deployed API function on a backend, with the environment that the stacks set. */
export async function openHandler(
  backend: ServiceBackend,
  environment: Record<string, string> = {},
): Promise<(call: Call) => Promise<Answer>> {
  const queue = (name: string) => `${process.env['AWS_ENDPOINT_URL_SQS']}/000000000000/${name}`
  Object.assign(process.env, {
    TASKS_TABLE: 'tasks',
    KEYS_TABLE: 'keys',
    UNITS_TABLE: 'units',
    WEBHOOKS_TABLE: 'webhooks',
    LIMITS_TABLE: 'limits',
    FILES_BUCKET: 'files',
    TASKS_QUEUE_URL: queue('tasks'),
    VIDEO_TASKS_QUEUE_URL: queue('video-tasks'),
    WEBHOOKS_QUEUE_URL: queue('webhooks'),
    ...environment,
  })
  const handler = await freshHandler<typeof api>('service/api')
  return async (call) => {
    const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis } as Context
    const {
      statusCode = 0,
      headers = {},
      body = '',
    } = await handler(eventOf(call, backend), context)
    return { status: statusCode, headers, body: JSON.parse(body) }
  }
}

/** More than a hundred concurrent requests take on any machine: middy ends a function that is out of time. */
function getRemainingTimeInMillis() {
  return 600_000
}

function eventOf(
  { method = 'GET', path, body, key, headers = {}, ip = '192.0.2.1' }: Call,
  backend: ServiceBackend,
) {
  const [rawPath = '', rawQueryString = ''] = path.split('?')
  return {
    version: '2.0',
    rawPath,
    rawQueryString,
    queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)),
    headers: { authorization: `Bearer ${key ?? backend.key}`, ...headers },
    requestContext: { http: { method, sourceIp: ip }, domainName: 'service.example' },
    body: body === undefined ? undefined : JSON.stringify(body),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2
}
