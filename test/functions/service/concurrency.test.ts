import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../../functions/service/core/accounts/create-key.ts'
import { fewOrAll } from '../../setup/sampled.ts'
import { type Answer, type Call, openHandler } from './call-handler.ts'
import { type ServiceBackend, startServiceBackend } from './service-backend.ts'

const PATH = '/s2s/v2.0/task/body-reshape'
const BODY = { src_file_url: 'https://example.com/a.jpg', version: '1.0', features: { slim: 1 } }
const MANY = fewOrAll(30, 100)

let backend: ServiceBackend
let call: (call: Call) => Promise<Answer>
let account: string
let key: string

beforeAll(async () => {
  backend = await startServiceBackend()
  call = await openHandler(backend)
})
afterAll(() => backend.close())

/** An account with ten units whose key is not rate limited, because units decide here. */
async function openAccount() {
  account = (await backend.addAccount(10)).account
  const limits = { perWindow: 1_000_000, perSecond: 1_000_000 }
  key = (await createKey({ account, name: 'eager', limits }, backend.deps)).key
  backend.clear()
}

function create(headers: Record<string, string> = {}, body: unknown = BODY) {
  return call({ method: 'POST', path: PATH, body, key, headers })
}

function count(answers: Answer[], code: string | number) {
  return answers.filter(({ status, body }) => status === code || body.error_code === code).length
}

describe(`${MANY} concurrent creations`, () => {
  test('with ten units create ten tasks, and the others are refused with the reason', async () => {
    await openAccount()
    const answers = await Promise.all(Array.from({ length: MANY }, () => create()))
    expect(count(answers, 200)).toBe(10)
    expect(count(answers, 'CreditInsufficiency')).toBe(MANY - 10)
    expect(await backend.deps.tasks.list(account, 200)).toHaveLength(10)
    expect(backend.queued('tasks')).toHaveLength(10)
    expect(await backend.deps.units.balance(account)).toEqual({
      available: 0,
      reserved: 10,
      spent: 0,
    })
  })

  test('with one Idempotency-Key create one task and reserve its units once', async () => {
    await openAccount()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: MANY }, () => create(headers)))
    const ids = answers.flatMap(({ body }) => body.data?.task_id ?? [])
    expect(new Set(ids).size).toBe(1)
    // A request that comes between the two writes of the first may get a conflict.
    expect(count(answers, 200) + count(answers, 409)).toBe(MANY)
    expect(await backend.deps.tasks.list(account, 200)).toHaveLength(1)
    expect(await backend.deps.units.balance(account)).toMatchObject({ available: 9, reserved: 1 })
  })

  test('of two bodies with one key create one task; the other body is refused', async () => {
    await openAccount()
    const headers = { 'idempotency-key': randomUUID() }
    const other = { ...BODY, features: { slim: 2 } }
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, at) => create(headers, at % 2 ? BODY : other)),
    )
    expect(count(answers, 200) + count(answers, 409) + count(answers, 422)).toBe(MANY)
    expect(count(answers, 200)).toBeGreaterThan(0)
    expect(count(answers, 422)).toBeGreaterThan(0)
    expect(await backend.deps.tasks.list(account, 200)).toHaveLength(1)
  })
})
