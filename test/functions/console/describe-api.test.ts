import { expect, test } from 'vitest'
import { describeApi } from '../../../functions/console/routes/describe-api.ts'
import { SESSION_FORMS } from '../../../functions/console/routes/session-forms.ts'
import { ROUTES } from './console-deps.ts'
import { notAsDescribed } from './not-as-described.ts'

type Operation = {
  parameters: { name: string; in: string; required?: boolean }[]
  requestBody?: object
  responses: Record<string, { content?: Record<string, { schema?: object }>; headers?: object }>
}
const { paths } = describeApi() as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

test.each(operations)('$method $path says what it answers', ({ method, operation }) => {
  const { 200: found, 303: led, default: refused } = operation.responses
  if (led) expect(led.headers).toHaveProperty('Location')
  else {
    const schema = found?.content?.['application/json']?.schema as { anyOf?: object[] } | undefined
    for (const one of schema?.anyOf ?? [schema]) expect(one).toMatchObject({ type: 'object' })
  }
  expect(refused?.content).toHaveProperty('application/json')
  expect(operation.requestBody !== undefined).toBe(method === 'post' || method === 'put')
})

test('every route of every function is described', () => {
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(described).toEqual(
    expect.arrayContaining(ROUTES.map(({ method, path }) => `${method} ${path}`)),
  )
  expect(operations).toHaveLength(ROUTES.length + SESSION_FORMS.length)
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
