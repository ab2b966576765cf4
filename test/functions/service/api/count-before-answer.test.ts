import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleRequest } from '../../../../functions/service/api/handle-request.ts'
import type { LimitRequestDeps } from '../../../../functions/service/core/rate/limit-request.ts'
import { RateLimited } from '../../../../functions/service/core/rate/rate-limited.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

let backend: ServiceBackend

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())

/** Requests a task with a malformed body, and reports whether that body was read. */
async function ask(limit: LimitRequestDeps['limit']) {
  let read = false
  const body = Buffer.from('{')
  const request = {
    method: 'POST',
    path: '/s2s/v2.0/task/body-reshape',
    query: {},
    origin: 'https://api.example.com',
    headers: { authorization: `Bearer ${backend.key}` },
    get body() {
      read = true
      return body
    },
  }
  const answered = handleRequest(request, 'request-1', { ...backend.deps, limit })
  // The first check reads its size.
  read = false
  const { statusCode } = await answered
  return { statusCode, read }
}

const tooMany = new RateLimited(1)

test('a body is read, and refused, after its request was counted', async () => {
  expect(await ask(async () => {})).toEqual({ statusCode: 400, read: true })
  expect(await ask(() => Promise.reject(tooMany))).toEqual({ statusCode: 429, read: false })
})

test('the body of a request that this process knows to be one too many is not read', async () => {
  const known = (): never => {
    throw tooMany
  }
  expect(await ask(known)).toEqual({ statusCode: 429, read: false })
})
