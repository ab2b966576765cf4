import { expect, test } from 'vitest'
import { CHANGES } from '../../../functions/console/routes/changes.ts'
import { describeApi } from '../../../functions/console/routes/describe-api.ts'
import { DROPS } from '../../../functions/console/routes/drops-forms.ts'
import { READING_ROUTES } from '../../../functions/console/routes/reading-routes.ts'
import { RECIPES } from '../../../functions/console/routes/recipes-forms.ts'
import type { RouteForm } from '../../../functions/console/routes/route.ts'
import { SESSION_FORMS } from '../../../functions/console/routes/session-forms.ts'
import { notAsDescribed } from './not-as-described.ts'

type Operation = {
  parameters: { name: string; in: string; required?: boolean }[]
  requestBody?: object
  responses: Record<string, { content?: Record<string, { schema?: object }>; headers?: object }>
}
const { paths } = describeApi(READING_ROUTES) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

/** What the others answer, of the service and of tries, is not described yet. */
const forms: readonly RouteForm[] = [
  ...READING_ROUTES,
  ...SESSION_FORMS,
  ...[CHANGES, RECIPES, DROPS].flatMap((some): RouteForm[] => Object.values(some)),
]
const told = operations.filter(({ path, method }) =>
  forms.some((form) => form.path === path && form.method.toLowerCase() === method),
)

test.each(told)('$method $path says what it answers', ({ method, operation }) => {
  const { 200: found, 303: led, default: refused } = operation.responses
  if (led) expect(led.headers).toHaveProperty('Location')
  else expect(found?.content?.['application/json']?.schema).toMatchObject({ type: 'object' })
  expect(refused?.content).toHaveProperty('application/json')
  expect(operation.requestBody !== undefined).toBe(method === 'post' || method === 'put')
})

test('a query that must be given is told from one that may', () => {
  const of = (path: string, name: string) =>
    paths[path]?.['get']?.parameters.find((one) => one.name === name)
  expect(of('/find', 'text')).toMatchObject({ in: 'query', required: true })
  expect(of('/jobs', 'before')).not.toHaveProperty('required')
})

test('an answer with a field that is not described, or without one that is, is found', () => {
  const of = (json: object) => notAsDescribed('GET', '/session', { status: 200, json })
  const session = { role: 'viewer', who: 'local', expiresAt: '2026-11-26T12:00:00.000Z' }
  expect(of(session)).toEqual([])
  expect(of({ ...session, secret: 'x' })).toHaveLength(1)
  expect(of({ role: 'viewer', who: 'local' })).toHaveLength(1)
  const refused = { status: 404, json: { error: 'No.', error_code: 'NotFound' } }
  expect(notAsDescribed('GET', '/jobs/1', refused)).toEqual([])
  expect(notAsDescribed('GET', '/none', { status: 200, json: {} })).toHaveLength(1)
})
