import { expect, test } from 'vitest'
import { FetchRefused } from '../../../../functions/fetch/fetch-refused.ts'
import { notify, parseNoticeSecrets } from '../../../../functions/pipeline/notify/notify.ts'
import { TOLD_EVENTS } from '../../../docs/told-jobs.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

/** Notifies a receiver that answers `status`. Returns the seconds until the next attempt. */
function told(status: number, retryAfter?: string) {
  return notify(JSON.stringify({ detail: TOLD_EVENTS.failed }), 0, {
    url: 'https://example.com/hook',
    secrets: async () => [SECRET],
    fetch: async () => ({
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      bytes: new Uint8Array(),
    }),
    now: () => Date.UTC(2026, 0, 1),
    random: () => 0,
  })
}

test.each([200, 204, 299])('a receiver that answers %d is not notified again', async (status) => {
  expect(await told(status)).toBeUndefined()
})

test('a receiver that answers 410 is not notified again', async () => {
  expect(await told(410)).toBeUndefined()
})

test.each([199, 300, 301, 404, 409, 411, 429, 500])(
  'a receiver that answers %d is notified again',
  async (status) => {
    expect(await told(status)).toBe(5)
    expect(await told(status, '60')).toBe(60)
  },
)

/** What a receiver is sent, and after how many seconds again. */
async function sent(
  { attempt = 0, event = TOLD_EVENTS.failed }: { attempt?: number; event?: object } = {},
  answer: (...given: unknown[]) => Promise<object> = async () => ({ status: 500, headers: {} }),
) {
  const asked: [string, { headers: Record<string, string>; body: Uint8Array }][] = []
  const again = await notify(JSON.stringify({ detail: event }), attempt, {
    url: 'https://example.com/hook',
    secrets: async () => [SECRET],
    fetch: (async (...given: (typeof asked)[number]) => {
      asked.push(given)
      return answer(...given)
    }) as never,
    now: () => Date.UTC(2026, 0, 1),
    random: () => 0,
  })
  const [
    [url, { headers, body, ...how }] = [
      '',
      { headers: {} as Record<string, string>, body: Buffer.alloc(0) },
    ],
  ] = asked
  return { again, url, headers, told: JSON.parse(Buffer.from(body).toString()), how }
}

test('a notice is the event as a Standard Webhooks message, and no answer is read', async () => {
  const { url, told, how } = await sent()
  expect(url).toBe('https://example.com/hook')
  const { failed } = TOLD_EVENTS
  expect(told).toEqual({ type: 'job.failed', timestamp: failed.at, data: failed })
  expect(how).toMatchObject({ method: 'POST', maxBytes: 0, timeoutMs: 15_000 })
})

test('an event has one id in all attempts, and another event of the job has another', async () => {
  const id = async (event: object, attempt = 0) =>
    (await sent({ event, attempt })).headers['webhook-id']
  const { failed } = TOLD_EVENTS
  const first = await id(failed)
  expect(first).toMatch(/^evt_[\w-]{43}$/)
  expect(await id(failed, 3)).toBe(first)
  for (const other of [{ job: `${failed.job}-1` }, { at: '2026-01-01T00:00:00.000Z' }]) {
    expect(await id({ ...failed, ...other })).not.toBe(first)
  }
})

test.each([
  [0, 5],
  [3, 7_200],
  [5, 36_000],
  // A message is hidden for twelve hours at most.
  [6, 43_000],
  [9, 43_000],
])('attempt %i that fails is repeated after %i seconds', async (attempt, seconds) => {
  expect((await sent({ attempt })).again).toBe(seconds)
})

test('a receiver that cannot be reached is notified again', async () => {
  const refused = () => Promise.reject(new FetchRefused('timeout', 'Nobody answers.'))
  expect((await sent({}, refused)).again).toBe(5)
  const broken = () => Promise.reject(new TypeError('Broken.'))
  await expect(sent({}, broken)).rejects.toThrow('Broken.')
})

test.each([
  ['whsec_a', ['whsec_a']],
  ['a', ['whsec_a']],
  [' a\n whsec_b ', ['whsec_a', 'whsec_b']],
  ['awhsec_', ['whsec_awhsec_']],
])('the secrets of notices are read from %j', (text, secrets) => {
  expect(parseNoticeSecrets(text)).toEqual(secrets)
})

test.each(['', ' \n'])('there are none in %j', (text) => {
  expect(() => parseNoticeSecrets(text)).toThrow('The secret of notices is empty.')
})
