import { afterEach, expect, test, vi } from 'vitest'
import { request } from '../../../web/console/api/request.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A console that answers with a status, and a body that may break off. */
function answering(status: number, body: () => Promise<unknown>): void {
  const answer = { ok: status < 400, status, statusText: 'Bad Gateway', json: body }
  vi.stubGlobal('fetch', async () => answer)
}

test('an answer that breaks off on its way is none, and never an empty one', async () => {
  answering(200, () => Promise.reject(new SyntaxError('Unexpected end')))
  await expect(request('/jobs')).rejects.toMatchObject({ code: 'Offline', status: 0 })
})

test('whoever left while an answer arrived is told that, and nothing else', async () => {
  const gone = new AbortController()
  answering(200, async () => {
    gone.abort()
    throw gone.signal.reason
  })
  const why = await request('/recipes/check', { signal: gone.signal }).catch((error) => error)
  expect(why).toBe(gone.signal.reason)
})

test('a refusal without words is told by its status', async () => {
  answering(502, () => Promise.reject(new SyntaxError('<html>')))
  await expect(request('/jobs')).rejects.toMatchObject({
    code: 'InternalError',
    message: 'Bad Gateway',
    status: 502,
  })
})

test('a refusal that names what somebody else wrote turns no text of the page', async () => {
  const error = 'There is no file below files/\u202egnp.'
  answering(400, async () => ({ error, error_code: 'InvalidParameters' }))
  await expect(request('/batches', { method: 'POST' })).rejects.toMatchObject({
    code: 'InvalidParameters',
    message: 'There is no file below files/\\u202egnp.',
  })
})
