import * as z from 'zod/mini'
import { REFUSAL_ANSWER } from '../../../catalog/console/wire.ts'
import { BATCHES } from './batches-forms.ts'
import { CHANGES } from './changes.ts'
import { DROPS } from './drops-forms.ts'
import { JOBS } from './jobs-forms.ts'
import { RECIPES } from './recipes-forms.ts'
import { type AnswerForm, type RouteForm, routeForm } from './route.ts'
import { SERVICE_CHANGES } from './service/service-changes.ts'
import { SERVICE } from './service/service-forms.ts'
import { SESSION_FORMS } from './session-forms.ts'
import { TRIES_FORMS } from './tries/tries-forms.ts'

/** The form of the route that answers with this description. */
export const DESCRIPTION = routeForm({
  method: 'GET',
  path: '/openapi.json',
  role: 'viewer',
  says: 'This interface, in OpenAPI 3.1.',
  answer: { json: z.record(z.string(), z.unknown()) },
})

/** Every route of the admin API, whichever function answers it. */
export const ALL_FORMS: readonly RouteForm[] = [
  ...SESSION_FORMS,
  ...[JOBS, BATCHES, CHANGES, RECIPES, DROPS, SERVICE, SERVICE_CHANGES, TRIES_FORMS].flatMap(
    (forms): RouteForm[] => Object.values(forms),
  ),
  DESCRIPTION,
]

/**
 * The admin API as an OpenAPI 3.1 document, made of the schemas that requests are validated by and of those whose types
 * the page reads answers with. It is the console's own and may change with any release.
 */
export function describeApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const form of ALL_FORMS) {
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
    components: { schemas: { Refusal: schemaOf(REFUSAL_ANSWER, 'output') } },
  }
}

function operationOf({ path, says, role, changes, query, body, method, answer }: RouteForm) {
  const { properties = {}, required = [] } = schemaOf(query)
  return {
    summary: says,
    description: `Takes the role ${role}.`,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(properties).map(([name, schema]) => ({
        name,
        in: 'query',
        schema,
        ...(required.includes(name) && { required: true }),
      })),
      ...(changes
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: true,
              schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
            },
          ]
        : []),
    ],
    ...((method === 'POST' || method === 'PUT') && {
      requestBody: { content: { 'application/json': { schema: schemaOf(body) } } },
    }),
    responses: {
      ...answersOf(answer),
      default: {
        description: 'Why not.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

function answersOf({ json, types = [], redirects }: AnswerForm = {}): Record<string, object> {
  if (redirects) {
    const Location = { schema: { type: 'string', format: 'uri' } }
    return { '303': { description: 'Leads there for five minutes.', headers: { Location } } }
  }
  const content = {
    ...(json && { 'application/json': { schema: schemaOf(json, 'output') } }),
    ...Object.fromEntries(types.map((type) => [type, {}])),
  }
  return { '200': { description: 'What was asked for.', content } }
}

type JsonSchema = { properties?: Record<string, object>; required?: string[] }

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}
