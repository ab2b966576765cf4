import { expect, test } from 'vitest'
import { matchRoute } from '../../../functions/console/routes/match-route.ts'

const ROUTES = [
  { method: 'GET', path: '/jobs' },
  { method: 'GET', path: '/jobs/{id}' },
  { method: 'POST', path: '/jobs/{id}' },
  { method: 'GET', path: '/files/{job}/{which}' },
] as never

function matched(method: string, path: string) {
  const found = matchRoute(method, path, ROUTES)
  return found && [found.route.method, found.route.path, found.at]
}

test.each([
  ['GET', '/jobs', ['GET', '/jobs', {}]],
  ['GET', '/jobs/a', ['GET', '/jobs/{id}', { id: 'a' }]],
  ['POST', '/jobs/a%2Fb', ['POST', '/jobs/{id}', { id: 'a/b' }]],
  ['GET', '/files/a/b', ['GET', '/files/{job}/{which}', { job: 'a', which: 'b' }]],
  ['DELETE', '/jobs/a', undefined],
  ['GET', '/jobs/', undefined],
  ['GET', '/jobs/%', undefined],
  ['GET', '/jobs/a/b', undefined],
  ['GET', '/files/a', undefined],
  ['GET', '/others', undefined],
])('%s %s', (method, path, expected) => {
  expect(matched(method, path)).toEqual(expected)
})
