import { expect, test } from 'vitest'
import { matchRoute } from '../../../local/gateway/match-route.ts'

const routes = [
  '$default',
  'ANY /{proxy+}',
  'GET /tasks',
  'ANY /tasks',
  'GET /tasks/{id}',
  'POST /tasks/{rest+}',
].map((key) => ({ key, functionArn: key, timeoutMs: 1_000 }))

test.each([
  ['GET', '/tasks', 'GET /tasks', {}],
  ['PUT', '/tasks', 'ANY /tasks', {}],
  ['GET', '/tasks/a%2Fb', 'GET /tasks/{id}', { id: 'a/b' }],
  ['POST', '/tasks/a/b', 'POST /tasks/{rest+}', { rest: 'a/b' }],
  ['GET', '/tasks/a/b', 'ANY /{proxy+}', { proxy: 'tasks/a/b' }],
  ['GET', '/%zz', 'ANY /{proxy+}', { proxy: '%zz' }],
  ['GET', '/', '$default', {}],
])('%s %s takes %s', (method, path, key, parameters) => {
  expect(matchRoute(routes, method, path)).toMatchObject({ route: { key }, parameters })
})

test('without $default a path may have no route', () => {
  expect(matchRoute(routes.slice(2), 'GET', '/other')).toBeUndefined()
  expect(matchRoute(routes.slice(4), 'DELETE', '/tasks/1')).toBeUndefined()
})
