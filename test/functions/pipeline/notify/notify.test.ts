import { expect, test } from 'vitest'
import { notify } from '../../../../functions/pipeline/notify/notify.ts'
import { TOLD_EVENTS } from '../../../docs/told-jobs.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

/** What comes of telling a receiver that answers `status`: the seconds until it is told again. */
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

test.each([200, 204])('a receiver that answers %d is not told again', async (status) => {
  expect(await told(status)).toBeUndefined()
})

test('one that is gone for good is not told again either', async () => {
  expect(await told(410)).toBeUndefined()
})

test.each([301, 404, 429, 500])('one that answers %d is told again', async (status) => {
  expect(await told(status)).toBe(5)
  expect(await told(status, '60')).toBe(60)
})
