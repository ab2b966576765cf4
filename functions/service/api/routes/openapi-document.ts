import { FAILURES, type FailureCode } from '../../../../catalog/failures.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Operation, Route } from './route.ts'

/** The failures of every route with a key, beside the one for an unknown key. */
const COMMON_FAILURES: readonly FailureCode[] = [
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
    components: {
      securitySchemes: { BearerAuthenticationV2: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const INTRODUCTION = [
  'Asynchronous effects on pictures and videos. Upload a file or name a public URL, create a task, wait for the',
  'webhook or ask for the state of the task about every 10 seconds, and fetch the result within two hours of asking.',
  'Files and results are kept for 30 days. Only a task that succeeds is charged.',
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
  method,
  anonymous,
  unknownKeyFailure = 'InvalidApiKey',
  operation,
}: Described): Record<string, unknown> {
  const { id, tag, summary, body, example, responseHeaders } = operation
  const parameters = [
    ...pathParameters(path, operation),
    ...parametersIn('query', operation.query),
    ...parametersIn('header', operation.headers),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(anonymous && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' &&
      body && { requestBody: { required: true, content: json(body, example) } }),
    responses: {
      200: {
        description: 'Done.',
        ...(responseHeaders && { headers: headersOf(responseHeaders) }),
        content: json(responseSchema(operation)),
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
      return [status, { description, content: json(failureSchema(status, here)) }]
    }),
  )
}

function failureSchema(status: number, codes: readonly FailureCode[]): JsonSchema {
  return {
    type: 'object',
    properties: {
      status: { const: status },
      error: { type: 'string' },
      error_code: { enum: codes },
    },
    required: ['status', 'error', 'error_code'],
  }
}
