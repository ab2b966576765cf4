import * as z from 'zod/mini'
import { FAILURES, type FailureCode, failureCodes } from '../../../catalog/failures.ts'
import { ROUTES } from './match-route.ts'
import type { ConsoleRoute } from './route.ts'

/** The admin API as OpenAPI 3.1, made of the schemas that requests are checked by. It is not public and may change. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const one of ROUTES) {
    const path = `/console/api${one.path}`
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operationOf(one) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Darkroom console',
      version: '0',
      description: 'What the page of the console asks for. It is not public: it may change.',
    },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
    security: [{ session: [] }],
    paths,
  }
}

function operationOf({ method, path, says, role, query, body, changes }: ConsoleRoute) {
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }))
  const asked = schemaOf(query).properties ?? {}
  return {
    summary: says,
    description: `Takes the role ${role}.`,
    parameters: [
      ...variables,
      ...Object.entries(asked).map(([name, schema]) => ({ name, in: 'query', schema })),
      ...(changes
        ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }]
        : []),
    ],
    ...(method !== 'GET' && {
      requestBody: { content: { 'application/json': { schema: schemaOf(body) } } },
    }),
    responses: {
      200: { description: 'JSON.', content: { 'application/json': {} } },
      ...refusals(),
    },
  }
}

function schemaOf(schema: z.ZodMiniType): { properties?: Record<string, unknown> } {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as { properties?: Record<string, unknown> }
}

const SHARED: readonly FailureCode[] = ['InvalidParameters', 'BadRequest', 'NotFound']

function refusals(): Record<string, { description: string }> {
  const codes = [...SHARED, ...failureCodes('page')]
  return Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => FAILURES[code].status)).map(
      ([status, grouped = []]) => [status, { description: grouped.join(', ') }],
    ),
  )
}
