import { expect } from 'vitest'
import { notAsDescribed } from '../functions/console/not-as-described.ts'

/**
 * Somebody's browser: the cookie it has, and requests as the console's own page sends them. Every answer must be what
 * the interface's description says.
 */
export function browserOf(link: string) {
  const { origin, hash } = new URL(link)
  let cookie = ''
  const ask = async (method: string, path: string, body?: unknown, headers = {}) => {
    const hasBody = method === 'POST' || method === 'PUT'
    const response = await fetch(`${origin}/console/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(hasBody && { body: JSON.stringify(body ?? {}) }),
    })
    const set = response.headers.get('set-cookie')
    if (set) cookie = set.split(';')[0] ?? ''
    if (response.status !== 303 && response.headers.get('content-type') === 'application/json') {
      const answer = { status: response.status, json: await response.clone().json() }
      expect(notAsDescribed(method, path, answer)).toEqual([])
    }
    return response
  }
  const read = async <Answer>(path: string): Promise<Answer> => {
    const response = await ask('GET', path)
    expect(response.status, path).toBe(200)
    return (await response.json()) as Answer
  }
  return { origin, secret: hash.slice(1), ask, read }
}

/** A browser that is signed in by a link. */
export async function signedIn(link: string | undefined) {
  const browser = browserOf(String(link))
  const answer = await browser.ask('POST', '/session', { secret: browser.secret })
  expect(answer.status).toBe(200)
  return browser
}
