import { afterEach, expect, test, vi } from 'vitest'
import { examineWithin } from '../../../../functions/operate/doctor/examine-within.ts'
import { mockSite, siteWith } from './site.ts'

mockSite()
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a page looks at what its function may, and says what is left for the command', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }))
  const deployed = await examineWithin(siteWith())
  expect(deployed.at(-1)).toMatchObject({ level: 'note', check: 'account' })
  const local = await examineWithin(siteWith({}, null))
  expect(local.map(({ check }) => check)).not.toContain('account')
  const checks = new Set(local.map(({ check }) => check))
  expect([...checks].sort()).toEqual([
    'alarms',
    'buckets',
    'connection',
    'costs',
    'endpoints',
    'jobs',
    'queues',
    'quotas',
  ])
})
