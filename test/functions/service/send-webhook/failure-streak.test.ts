import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FetchedResponse } from '../../../../functions/fetch/guarded-fetch.ts'
import { registerWebhook } from '../../../../functions/service/core/accounts/register-webhook.ts'
import type { Delivery } from '../../../../functions/service/core/model/delivery.ts'
import { STREAK_GAP_SECONDS } from '../../../../functions/service/core/model/failure-streak.ts'
import { sendWebhook } from '../../../../functions/service/send-webhook/send-webhook.ts'
import { MAX_ATTEMPTS, retryDelay } from '../../../../functions/webhook/retry-delay.ts'
import { fc } from '../../../setup/random.ts'
import { fewOrAll } from '../../../setup/sampled.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

let backend: ServiceBackend
beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())

const HOUR = 3600
const DAY = 24 * HOUR

/** One attempt: seconds since the attempt before it, and whether it succeeds. */
type Try = { after: number; taken: boolean }

/** Makes the attempts in order. Returns the index of the attempt that switched the endpoint off; -1 for none. */
async function switchedOffAt(tries: readonly Try[]): Promise<number> {
  const { account } = await backend.addAccount(0)
  const { endpoint } = await registerWebhook(
    { account, url: 'https://example.com/hook' },
    backend.deps,
  )
  for (const [at, { after, taken }] of tries.entries()) {
    backend.clock.now += after * 1000
    await attempt(account, endpoint.id, `${account}-${at}`, taken)
    if (!(await backend.deps.webhooks.endpoint(account, endpoint.id))?.active) return at
  }
  return -1
}

/** One attempt of a new event. Only the endpoint is stored; deliveries have tests of their own. */
async function attempt(account: string, endpointId: string, event: string, taken: boolean) {
  const now = Math.floor(backend.clock.now / 1000)
  const times = { dueAt: now, createdAt: now, expiresAt: now + DAY }
  const key = { account, endpointId, eventId: event, attempt: 0 }
  const delivery: Delivery = { ...key, ...times, body: '{}', status: 'pending', attempts: [] }
  const webhooks = {
    ...backend.deps.webhooks,
    claim: async () => delivery,
    record: async () => true,
  }
  const answer: FetchedResponse = {
    status: taken ? 200 : 500,
    headers: {},
    bytes: new Uint8Array(),
  }
  await sendWebhook(key, {
    webhooks,
    webhookQueue: { send: async () => {} },
    fetch: async () => answer,
    now: backend.deps.now,
    random: () => 0,
  })
}

/** The rule, computed from the whole history instead of incrementally. */
function expected(tries: readonly Try[]): number {
  return tries.findIndex((_, last) => {
    let span = 0
    let first = last
    if (tries[last]?.taken) return false
    while (first > 0 && !tries[first - 1]?.taken && tries[first]!.after <= 60 * HOUR) {
      span += tries[first]!.after
      first -= 1
    }
    return last - first + 1 >= 10 && span >= 5 * DAY
  })
}

function fails(after: number): Try {
  return { after, taken: false }
}
function takes(after: number): Try {
  return { after, taken: true }
}
function ten(after: number): Try[] {
  return Array.from({ length: 10 }, () => fails(after))
}

test.each<[string, Try[], number]>([
  ['five days of failures, the tenth and last at their very end', ten(5 * (DAY / 9)), 9],
  ['a second less than five days', [...ten((5 * DAY - 9) / 9), fails(8)], -1],
  ['one failure, five days of silence, one failure', [fails(0), fails(5 * DAY)], -1],
  ['ten failures, five days of silence, one failure', [...ten(60), fails(5 * DAY)], -1],
  ['nine failures over six days', ten(18 * HOUR).slice(1), -1],
  ['one taken in between', [...ten(13 * HOUR), takes(HOUR), ...ten(13 * HOUR)], -1],
  [
    'after one that was taken, five days of failures',
    [takes(0), fails(9 * DAY), ...ten(12 * HOUR)],
    11,
  ],
  ['sixty hours without an attempt, five days in all', [...ten(7 * HOUR), fails(60 * HOUR)], 10],
  ['sixty hours and a second without an attempt', [...ten(7 * HOUR), fails(60 * HOUR + 1)], -1],
])('%s', async (_, tries, at) => {
  expect(expected(tries)).toBe(at)
  expect(await switchedOffAt(tries)).toBe(at)
})

test('for any order of attempts, five days of failures switch an endpoint off, and nothing less', async () => {
  const gap = fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(5, HOUR, 13 * HOUR, 26 * HOUR, 60 * HOUR) },
    { weight: 1, arbitrary: fc.constantFrom(60 * HOUR + 1, 5 * DAY) },
  )
  const one = fc.record({ after: gap, taken: fc.integer({ min: 0, max: 15 }).map((n) => n === 0) })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 8, maxLength: 18 }), async (tries) => {
      expect(await switchedOffAt(tries)).toBe(expected(tries))
    }),
    { numRuns: fewOrAll(5, 20) },
  )
}, 600_000)

test('concurrent failures are all counted', async () => {
  const { account } = await backend.addAccount(0)
  const url = 'https://example.com/hook'
  const { endpoint } = await registerWebhook({ account, url }, backend.deps)
  const at = Math.floor(backend.clock.now / 1000)
  const { webhooks } = backend.deps
  const note = (second: number) => webhooks.recordFailure(account, endpoint.id, second)
  await Promise.all(Array.from({ length: 20 }, () => note(at)))
  expect(await webhooks.endpoint(account, endpoint.id)).toMatchObject({ failures: 20 })
  const later = at + STREAK_GAP_SECONDS + 1
  await Promise.all(Array.from({ length: 20 }, () => note(later)))
  expect(await webhooks.endpoint(account, endpoint.id)).toMatchObject({
    failures: 20,
    failingSince: later,
  })
})

test('no delay between two attempts of an event is long enough to restart its streak', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS }, (_, number) =>
    retryDelay(number, 1, Number.MAX_SAFE_INTEGER),
  )
  for (const wait of waits) expect(wait).toBeLessThan(STREAK_GAP_SECONDS)
})
