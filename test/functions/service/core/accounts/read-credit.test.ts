import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantUnits } from '../../../../../functions/service/core/accounts/grant-units.ts'
import { type Answer, type Call, openHandler } from '../../call-handler.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

const CREDIT = '/s2s/v1.0/client/credit'
const HISTORY = `${CREDIT}/history`

let backend: ServiceBackend
let call: (call: Call) => Promise<Answer>
let account: string
let key: string

beforeAll(async () => {
  backend = await startServiceBackend()
  backend.clock.now = Date.now()
  call = await openHandler(backend, { RATE_LIMIT_WINDOW: '100000', RATE_LIMIT_SECOND: '100000' })
})
afterAll(() => backend.close())
beforeEach(async () => {
  ;({ account, key } = await backend.addAccount(0))
})

async function read(path: string) {
  return (await call({ path, key })).body
}
function now() {
  return Math.floor(backend.clock.now / 1000)
}
function grant(units: number, expiresAt?: number, reference: string = randomUUID()) {
  return grantUnits({ account, units, expiresAt, reference }, backend.deps)
}

describe('credit', () => {
  test('is an empty list before any units', async () => {
    expect(await read(CREDIT)).toEqual({ status: 200, results: [] })
  })

  test('is a list of grants, the nearest expiry first, with numbers below 2^53', async () => {
    await grant(3)
    await grant(2, now() + 5000)
    await grant(1, now() + 1000)
    const lot = (amount: number, type: string, expiry: number) => ({
      id: expect.any(Number),
      type,
      amount,
      amount_dec: amount,
      expiry,
    })
    const body = await read(CREDIT)
    expect(body).toEqual({
      status: 200,
      results: [
        lot(1, 'ApiSubsToken', (now() + 1000) * 1000),
        lot(2, 'ApiSubsToken', (now() + 5000) * 1000),
        lot(3, 'ApiPaygToken', Date.UTC(9999, 11, 31, 23, 59, 59, 999)),
      ],
    })
    for (const { id } of body['results'] as { id: number }[]) {
      expect(Number.isSafeInteger(id)).toBe(true)
    }
  })

  test('excludes units reserved for a running task', async () => {
    await grant(1)
    const wish = { taskId: 't', id: 'r', least: 1, most: 1, at: now() }
    await backend.deps.units.reserve(account, wish)
    expect(await read(CREDIT)).toEqual({ status: 200, results: [] })
  })
})

describe('its history', () => {
  test('is empty at first, then lists entries in the wire format', async () => {
    expect(await read(HISTORY)).toEqual({ status: 200, result: { next_token: null, history: [] } })
    await grant(5, undefined, 'order-1')
    const [lot] = await backend.deps.units.usableGrants(account, now())
    expect(await read(HISTORY)).toEqual({
      status: 200,
      result: {
        next_token: null,
        history: [
          {
            id: expect.any(Number),
            timestamp: now() * 1000,
            action: 'grant',
            target_id: 'order-1',
            info: {
              credits: [{ id: Number(lot?.id), amount: 5, amount_dec: 5 }],
              dst_actions: [],
            },
          },
        ],
      },
    })
  })

  test('has pages that together hold each entry once', async () => {
    for (let at = 0; at < 7; at += 1) await grant(1, undefined, `order-${at}`)
    const seen: string[] = []
    let token: string | null = ''
    for (let page = 0; token !== null; page += 1) {
      const query: string = token === '' ? '' : `&starting_token=${encodeURIComponent(token)}`
      const body = await read(`${HISTORY}?page_size=3${query}`)
      const result = body['result'] as {
        next_token: string | null
        history: { target_id: string }[]
      }
      seen.push(...result.history.map(({ target_id }) => target_id))
      token = result.next_token
      expect(page).toBeLessThan(3)
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, at) => `order-${at}`))
  })

  test('has no page past its end, for any token', async () => {
    const other = await backend.addAccount(5)
    const { entries } = await backend.deps.units.history(other.account, 1)
    expect(entries).toHaveLength(1)
    const token = Buffer.from('history#999999999999#').toString('base64url')
    expect(await read(`${HISTORY}?starting_token=${token}`)).toMatchObject({
      result: { history: [] },
    })
  })

  test.each([
    ['page_size=0', 'page_size is below the allowed minimum.'],
    ['page_size=31', 'page_size is above the allowed maximum.'],
    ['page_size=', /^page_size/],
    ['page_size=1.5', /^page_size/],
    ['page_size=1e1', /^page_size/],
    ['starting_token=null', /^starting_token/],
    ['starting_token=', /^starting_token/],
    [`starting_token=${'A'.repeat(5000)}`, /^starting_token/],
    [`starting_token=${Buffer.from('balance').toString('base64url')}`, /^starting_token/],
  ])('%s is refused, naming the field', async (query, error) => {
    const { status, body } = await call({ path: `${HISTORY}?${query}`, key })
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        status: 400,
        error: error instanceof RegExp ? expect.stringMatching(error) : error,
        error_code: 'InvalidParameters',
      },
    })
  })

  test.each(['page_size=1', 'page_size=30'])('%s is accepted', async (query) => {
    expect((await call({ path: `${HISTORY}?${query}`, key })).status).toBe(200)
  })
})
