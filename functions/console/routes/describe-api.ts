import * as z from 'zod/mini'
import { CHANGES } from './changes.ts'
import { RECIPES } from './recipes-forms.ts'
import type { RouteForm } from './route.ts'

/**
 * The admin API as an OpenAPI 3.1 document, made of the schemas that requests are validated by. It is the console's own
 * and may change with any release.
 */
export function describeApi(reading: readonly RouteForm[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const form of [...reading, ...Object.values(CHANGES), ...Object.values(RECIPES)]) {
    paths[form.path] = { ...paths[form.path], [form.method.toLowerCase()]: operationOf(form) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Darkroom console',
      version: '1',
      description:
        'The interface of the console’s own page; it may change. Every request needs the session’s cookie and ' +
        'Sec-Fetch-Site: same-origin, or an equal Origin.',
    },
    servers: [{ url: '/console/api' }],
    paths,
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          properties: { error: { type: 'string' }, error_code: { type: 'string' } },
          required: ['error', 'error_code'],
        },
      },
    },
  }
}

function operationOf({ path, says, role, changes, query, body, method }: RouteForm): object {
  const { properties = {} } = schemaOf(query)
  return {
    summary: says,
    description: `Takes the role ${role}.`,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        ...{ name, in: 'path', required: true },
        schema: { type: 'string' },
      })),
      ...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema })),
      ...(changes
        ? [
            {
              ...{ name: 'Idempotency-Key', in: 'header', required: true },
              schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
            },
          ]
        : []),
    ],
    ...(method !== 'GET' && {
      requestBody: { content: { 'application/json': { schema: schemaOf(body) } } },
    }),
    responses: {
      '200': { description: 'What was asked for.', content: { 'application/json': {} } },
      default: {
        description: 'Why not.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

function schemaOf(schema: z.ZodMiniType): { properties?: Record<string, object> } {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as { properties?: Record<string, object> }
}
