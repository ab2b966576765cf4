import { expect, test } from 'vitest'
import { notify } from '../../../../functions/pipeline/notify/notify.ts'
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

test.each([200, 204])('a receiver that answers %d is not notified again', async (status) => {
  expect(await told(status)).toBeUndefined()
})

test('a receiver that answers 410 is not notified again', async () => {
  expect(await told(410)).toBeUndefined()
})

test.each([301, 404, 429, 500])('a receiver that answers %d is notified again', async (status) => {
  expect(await told(status)).toBe(5)
  expect(await told(status, '60')).toBe(60)
})
