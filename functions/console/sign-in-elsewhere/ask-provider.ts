import type { guardedFetch } from '../../fetch/guarded-fetch.ts'
import type { AskProvider } from './discover.ts'

const BOUNDS = { maxBytes: 256 * 1024, timeoutMs: 8000 }

/** Asks a provider through a guarded fetch: public addresses over TLS alone, few bytes, little time. */
export function askProvider(
  fetch: typeof guardedFetch,
  exempt: { allowPrivateOrigin?: string } = {},
): AskProvider {
  return (url, form) =>
    form === undefined
      ? fetch(url, { ...BOUNDS, ...exempt, headers: { accept: 'application/json' } })
      : fetch(url, {
          ...BOUNDS,
          ...exempt,
          method: 'POST',
          body: Buffer.from(new URLSearchParams(form.fields).toString()),
          headers: {
            accept: 'application/json',
            'content-type': 'application/x-www-form-urlencoded',
            ...form.headers,
          },
        })
}
