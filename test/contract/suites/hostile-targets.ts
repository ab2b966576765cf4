import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../functions/service/api/routes/routes.ts'
import { BODIES } from '../../catalog/tasks/bodies.ts'
import { anyText } from '../../setup/any-text.ts'
import { fc } from '../../setup/random.ts'
import { fewOrAll } from '../../setup/sampled.ts'
import type { Ask, ServiceResponse } from '../ask.ts'
import { expectRefusal, TRACE } from '../expect-refusal.ts'
import { sharedService } from '../shared-service.ts'
import type { Service } from '../start-service.ts'

let service: Service
let ask: Ask
let key: string

beforeAll(async () => {
  service = await sharedService('idle')
  ;({ ask, key } = await service.account(0))
})

/** Percent-encoded only where a request line requires it. */
function encodeURIComponentLoosely(text: string): string {
  return text.replace(/[^!-~]|[#?\s]/gu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  )
}

/** @param runs how many requests of each route, and how many sets of headers are made */
export function hostileTargetsSuite(runs: { route: number; headers: number }): void {
  describe('hostile paths, queries and headers', () => {
    /** Sends a target as it is; `fetch` would normalize it. */
    const askRaw = (
      method: string,
      path: string,
      headers: Record<string, string>,
    ): Promise<ServiceResponse> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(service.baseUrl)
        request({ hostname, port, method, path, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const body = text.startsWith('{') ? JSON.parse(text) : undefined
            resolve({ status: response.statusCode ?? 0, headers: new Headers(), text, body })
          })
        })
          .on('error', reject)
          .end()
      })

    test.each([
      '/s2s/v2.0/task/body-reshape/%',
      '/s2s/v2.0/task/body-reshape/%00%ff',
      '/s2s/v2.0/task/body-reshape/../../../etc/passwd',
      '/s2s/v2.0/task/__proto__',
      '/s2s/v2.0/task/template/__proto__',
      '/s2s/v2.0/task/constructor/x',
      '//s2s/v2.0/file',
      `/${'a/'.repeat(3000)}`,
      '/docs/..%2f..%2fetc',
      '/docs/__proto__',
      '/docs/',
      '/openapi.json/x',
      '/thumbs/look-vto/..%2f..%2fetc',
      '/thumbs/look-vto/__proto__.svg',
      '/s2s/v2.0/task/template/look-vto?page_size=1e3',
      '/s2s/v2.0/task/template/look-vto?page_size=%ff&starting_token=%00',
      `/s2s/v2.0/task/template/look-vto?starting_token=${'A'.repeat(6000)}`,
      '/s2s/v2.0/task/template/look-vto?__proto__=1&page_size=99',
    ])('GET %s', async (path) => {
      for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
        expectRefusal(await askRaw('GET', path, headers))
      }
    })

    const segment = fc.oneof(
      anyText({ maxLength: 40 }).map(encodeURIComponentLoosely),
      fc.constantFrom('', '.', '..', '%', '%2e%2e', '__proto__', 'x'.repeat(64), 'x'.repeat(2000)),
    )
    const query = fc.array(
      fc.tuple(
        fc.constantFrom('page_size', 'starting_token', '__proto__', 'x', 'page_size[]'),
        fc.oneof(
          segment,
          fc.double().map(String),
          fc.bigInt().map(String),
          fc.constantFrom('null', 'NaN', '-0', '1e3', '0x1'),
        ),
      ),
      { maxLength: 4 },
    )

    const routes = ROUTES.map(({ method, path }) => `${method} ${path}`)
    const every = fewOrAll(4, 1)
    test.each(routes.filter((_, nth) => nth % every === 0))(
      '%s answers in the papers’ form',
      async (route) => {
        const [method = '', path = ''] = route.split(' ')
        await fc.assert(
          fc.asyncProperty(segment, query, async (name, fields) => {
            const target = path.replace(/\{\w+\}$/, name)
            const text = fields.map(([field, value]) => `${field}=${value}`).join('&')
            const answer = await askRaw(method, `${target}${text && `?${text}`}`, {
              authorization: `Bearer ${key}`,
            })
            if (answer.status !== 200) expectRefusal(answer)
            expect(answer.text).not.toMatch(TRACE)
          }),
          { numRuns: runs.route },
        )
      },
    )

    test('get a response in the wire format', async () => {
      const value = anyText({ maxLength: 60 }).map((text) =>
        text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
      )
      const names = [
        'authorization',
        'idempotency-key',
        'content-type',
        'accept-encoding',
        'x-forwarded-for',
        'cookie',
        '__proto__',
      ]
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), value), async (headers) => {
          for (const [method, path] of [
            ['GET', '/s2s/v1.0/client/credit'],
            ['POST', '/s2s/v2.0/task/look-vto'],
            ['GET', '/docs'],
          ] as const) {
            const given = { authorization: `Bearer ${key}`, ...headers }
            const answer = await askRaw(method, path, given)
            if (answer.status !== 200) expectRefusal(answer)
          }
        }),
        { numRuns: runs.headers },
      )
    })

    test.each([
      { authorization: 'Bearer' },
      { authorization: `Bearer ${'x'.repeat(8000)}` },
      { authorization: 'Basic eDp5' },
      { authorization: 'Bearer a b' },
    ])('%j', async (headers) => {
      const answer = await askRaw('GET', '/s2s/v2.0/task/body-reshape/x', headers)
      expect(answer).toMatchObject({ status: 401, body: { error_code: 'InvalidApiKey' } })
    })

    test('an Idempotency-Key of any length', async () => {
      const { src_file_url } = BODIES['body-reshape']!
      for (const key of ['k'.repeat(256), 'k'.repeat(8000)]) {
        const options = { body: { src_file_url }, headers: { 'idempotency-key': key } }
        const answer = await ask('POST', '/s2s/v2.0/task/body-reshape/pre-process', options)
        expectRefusal(answer)
      }
    })
  })
}
