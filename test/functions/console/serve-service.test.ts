import { expect, test, vi } from 'vitest'
import { serveService } from '../../../functions/console/serve-service/serve-service.ts'
import { log } from '../../../functions/log.ts'
import { consoleDeps, ownRequest } from './console-deps.ts'

vi.spyOn(log, 'info').mockReturnValue()

test.each(['/accounts', '/tries', '/keys'])(
  'beside another provider’s service %s says where it is seen',
  async (path) => {
    const { service: _, ...deps } = consoleDeps()
    const request = ownRequest('GET', path, { role: 'admin' })
    const { statusCode, body } = await serveService(request, 'request-1', deps)
    expect([statusCode, JSON.parse(body ?? '{}').error_code]).toEqual([404, 'ServiceElsewhere'])
  },
)

test('spending and the audit are there all the same', async () => {
  const { service: _, ...deps } = consoleDeps()
  const request = ownRequest('GET', '/audit', { role: 'admin' })
  expect(await serveService(request, 'request-1', deps)).toMatchObject({ statusCode: 200 })
})
