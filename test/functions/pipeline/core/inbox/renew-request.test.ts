import { expect, test } from 'vitest'
import {
  renewalOf,
  renewRequest,
} from '../../../../../functions/pipeline/core/inbox/renew-request.ts'

/** A URL that S3 signed at that second of 1970 for so long. */
const urlOf = (at: number, seconds: number) => {
  const date = `${new Date(at * 1000).toISOString().replace(/[-:]|\.\d+/g, '')}`
  return `https://b.s3.amazonaws.com/k?X-Amz-Date=${date}&X-Amz-Expires=${seconds}&X-Amz-Signature=s`
}

test('a request is renewed after a quarter of the shortest time of its URLs', () => {
  const signed = (...urls: [string, number][]) =>
    renewalOf({ signed: urls.map(([url, at]) => ({ url, at, of: 'k' })) as never })
  expect(renewalOf({})).toBeUndefined()
  expect(signed()).toBeUndefined()
  expect(signed([urlOf(1000, 7200), 1000])).toBe(2800)
  expect(signed([urlOf(1000, 7200), 1000], [urlOf(1000, 400), 1000])).toBe(1100)
  // Of a URL that does not say its end two hours are taken.
  expect(signed(['https://example.com/a', 1000])).toBe(2800)
  // One that ended before it was noted is due at once.
  expect(signed([urlOf(0, 100), 1000])).toBe(1000)
})

test('before it is due nothing is signed', async () => {
  const signed = [{ url: urlOf(1000, 7200), at: 1000, of: 'k' }] as never
  const at = (now: number) => ({ now: () => now, get: () => expect.unreachable() }) as never
  expect(await renewRequest({ request: {} as never, signed }, 'j', at(2_799_999))).toBeUndefined()
  expect(await renewRequest({ request: {} as never }, 'j', at(9_999_999))).toBeUndefined()
})
