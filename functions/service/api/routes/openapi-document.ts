import { FAILURES, type FailureCode } from '../../../../catalog/failures/failures.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Operation, Route } from './route.ts'

/** The failures of every route with a key, beside the one for an unknown key. */
const COMMON_FAILURES: readonly FailureCode[] = [
  'NotFound',
  'PayloadTooLarge',
  'InactiveApiKey',
  'ExpiredApiKey',
  'TooManyRequests',
  'InternalError',
]

/** The OpenAPI 3.1 document of the service, derived from its routes. */
export function openapiDocument(routes: readonly Route[]): Record<string, unknown> {
  const described = routes.flatMap((route) =>
    route.operation ? [{ ...route, operation: route.operation }] : [],
  )
  const tags = [...new Set(described.map(({ operation }) => operation.tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Darkroom task service',
      version: '2.1.0',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ BearerAuthenticationV2: [] }],
    tags: tags.map((name) => ({ name })),
    paths: pathsOf(described),
    webhooks: { taskEnded: WEBHOOK },
    components: {
      schemas: { ...schemasOf(described), Failure: FAILURE },
      securitySchemes: { BearerAuthenticationV2: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const INTRODUCTION = [
  'Asynchronous effects on pictures and videos. Upload a file or name a public URL, create a task, wait for the',
  'webhook or ask for the state of the task about every 10 seconds, and fetch the result within two hours of asking.',
  'Files and results are kept for 30 days. Only a task that succeeds is charged.',
  '\n\nThe end of every task is told to the endpoints of its account that hear of its feature and of the key it was',
  'created with; the signature is the HMAC-SHA256 of the Standard Webhooks rules, and is refused when it is more than',
  'five minutes old. Without webhooks ask after one second, then half as long again each time, up to ten seconds.',
  'After 429, 409 and `InternalError` ask again, when `Retry-After` says so; other refusals stay. A creation under an',
  '`Idempotency-Key` can be repeated. `x-request-id` of an answer names the request to the operator, and a request’s',
  '`x-correlation-id` stands in every log line of its task.',
].join(' ')

type Described = Route & { operation: Operation }

function pathsOf(routes: readonly Described[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return paths
}

function operationOf({
  path,
  anonymous,
  unknownKeyFailure = 'InvalidApiKey',
  operation,
}: Described): Record<string, unknown> {
  const { id, tag, summary, description, body, example, responseHeaders } = operation
  const parameters = [
    ...pathParameters(path, operation),
    ...parametersIn('query', operation.query),
    ...parametersIn('header', operation.headers),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(anonymous && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: json(reference(requestName(id)), example) },
    }),
    responses: {
      200: {
        description: 'Done.',
        ...(responseHeaders && { headers: headersOf(responseHeaders) }),
        content: json(reference(responseName(operation))),
      },
      ...failureResponsesOf(
        anonymous
          ? operation.failures
          : [...operation.failures, unknownKeyFailure, ...COMMON_FAILURES],
      ),
    },
  }
}

function json(schema: JsonSchema, example?: object) {
  return {
    'application/json': { schema, ...(example && { example }) },
  }
}

function pathParameters(path: string, { variable }: Operation): object[] {
  const name = /\{(\w+)\}$/.exec(path)?.[1]
  if (name === undefined) return []
  const description = variable === undefined ? {} : { description: variable }
  return [{ name, in: 'path', required: true, schema: { type: 'string' }, ...description }]
}

function parametersIn(location: 'query' | 'header', schema: JsonSchema | undefined): object[] {
  return Object.entries(
    (schema?.['properties'] as Record<string, JsonSchema> | undefined) ?? {},
  ).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    schema: rest,
    ...(description !== undefined && { description }),
  }))
}

function headersOf(headers: Readonly<Record<string, JsonSchema>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, ...schema }]) => [
      name,
      { description, schema },
    ]),
  )
}

function responseSchema({ response }: Operation): JsonSchema {
  return {
    type: 'object',
    properties: { status: { const: 200 }, ...response },
    required: ['status', ...Object.keys(response)],
  }
}

/** The failure responses by HTTP status. The description of a status lists its codes and what they mean. */
function failureResponsesOf(codes: readonly FailureCode[]): Record<string, unknown> {
  const statuses = [...new Set(codes.map((code) => FAILURES[code].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => FAILURES[code].status === status)
      const description = here.map((code) => `\`${code}\`: ${FAILURES[code].detail}`).join('\n\n')
      return [status, { description, content: json(reference('Failure')) }]
    }),
  )
}

/** What every failure looks like. */
const FAILURE: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    error: { type: 'string', description: 'A sentence for people, which names the field.' },
    error_code: {
      enum: Object.entries(FAILURES).flatMap(([code, { kind }]) =>
        kind === 'request' ? [code] : [],
      ),
    },
  },
  required: ['status', 'error', 'error_code'],
}

/** What the service sends to an account's endpoints, signed by the Standard Webhooks specification. */
const WEBHOOK = {
  post: {
    operationId: 'taskEnded',
    summary: 'A task has ended. Its results are fetched by asking for its state.',
    security: [],
    parameters: [
      ['webhook-id', 'The same for every attempt of an event.'],
      ['webhook-timestamp', 'Seconds since 1970 at which this attempt was signed.'],
      ['webhook-signature', '`v1,` and the HMAC-SHA256 of `{id}.{timestamp}.{body}` in base64.'],
    ].map(([name, description]) => ({
      name,
      description,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: json({
        type: 'object',
        properties: {
          created_at: { type: 'integer', description: 'Seconds since 1970.' },
          data: {
            type: 'object',
            properties: {
              task_id: { type: 'string' },
              task_status: { enum: ['success', 'error'] },
            },
            required: ['task_id', 'task_status'],
          },
        },
        required: ['created_at', 'data'],
      }),
    },
    responses: {
      '2XX': { description: 'Taken. Every other answer is tried again over three days.' },
      410: { description: 'The endpoint is gone and is switched off.' },
    },
  },
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

function requestName(id: string): string {
  return `${id[0]?.toUpperCase()}${id.slice(1)}Request`
}

function responseName({ id, responseName: shared }: Operation): string {
  return shared ?? `${id[0]?.toUpperCase()}${id.slice(1)}Response`
}

/** The schemas of all bodies, by names that a generated client can use. */
function schemasOf(routes: readonly Described[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    routes.flatMap(({ operation }) => [
      ...(operation.body ? [[requestName(operation.id), operation.body]] : []),
      [responseName(operation), responseSchema(operation)],
    ]),
  )
}
