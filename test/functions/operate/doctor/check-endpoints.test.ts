import { afterEach, expect, test, vi } from 'vitest'
import { checkEndpoints } from '../../../../functions/operate/doctor/check-endpoints.ts'
import { mockSite, said, siteWith } from './site.ts'

mockSite()
afterEach(() => {
  vi.unstubAllGlobals()
})

const HOOK = 'https://hooks.example/webhook'

test.each([
  [400, 'ok'],
  [401, 'ok'],
  [499, 'ok'],
  [404, 'problem'],
  [399, 'problem'],
  [500, 'problem'],
])('what answers %i without credentials is %s', async (status, level) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  const found = await checkEndpoints(siteWith({ serviceUrl: 'https://service.example' }))
  const what = level === 'ok' ? 'answers and takes nothing unsigned' : `answers ${status}, where`
  expect(said(found)).toEqual([
    expect.stringMatching(new RegExp(`^${level}: The webhook receiver .*${what}`)),
    expect.stringMatching(new RegExp(`^${level}: The service .*${what}`)),
  ])
})

test('what cannot be reached is told by its code, and asked for ten seconds', async () => {
  const bound = vi.spyOn(AbortSignal, 'timeout')
  const asked: unknown[] = []
  const refused = async (url: string, { method }: RequestInit) => {
    asked.push([url, method])
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
  }
  vi.stubGlobal('fetch', refused)
  const found = await checkEndpoints(siteWith({ serviceUrl: 'https://service.example' }))
  expect(found[0]?.says).toBe(
    'The webhook receiver at hooks.example cannot be reached: ECONNREFUSED.',
  )
  expect(asked).toEqual([
    [HOOK, 'POST'],
    ['https://service.example/s2s/v1.0/client/credit', undefined],
  ])
  expect(bound).toHaveBeenCalledWith(10_000)
  bound.mockRestore()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Late.')))
  expect((await checkEndpoints(siteWith())).map(({ says }) => says)).toEqual([
    'The webhook receiver at hooks.example cannot be reached: Late..',
  ])
})
