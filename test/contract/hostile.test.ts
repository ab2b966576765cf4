import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES, stagesOf, taskPath } from '../../catalog/features.ts'
import { BODIES } from '../catalog/bodies.ts'
import type { Answer, Ask } from './ask-over.ts'
import { type Service, startService } from './start-service.ts'

let service: Service
let ask: Ask

beforeAll(async () => {
  service = await startService()
  // An account without units: what gets past every check is refused before there is a task.
  ask = (await service.account(0)).ask
})
afterAll(() => service?.close())

const CREATIONS = [
  '/s2s/v2.0/file',
  '/s2s/v2.0/task/delete',
  ...FEATURES.flatMap((feature) =>
    stagesOf(feature)
      .filter((stage) => stage === 'effect')
      .map((stage) => taskPath(feature, stage)),
  ),
]

const TRACE = /\n\s+at |\.ts:\d|node_modules|node:internal|Zod|TypeError|undefined is not|\/work\//

/** A refusal in the papers' form, that shows nothing of what is inside. */
const expectRefusal = ({ status, text, body }: Answer): void => {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(text).not.toMatch(TRACE)
  expect(body).toEqual({
    status,
    error: expect.stringMatching(/./),
    error_code: expect.stringMatching(/^\w+$/),
  })
}

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Bodies that are no JSON object, or that are made to break whoever reads them. */
const WHOLE_BODIES: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number', '1e999'],
  ['cut off', '{"version":'],
  ['lists 10,000 deep', deep(10_000)],
  ['lists 400,000 deep', deep(400_000)],
  ['objects 10,000 deep', nested(10_000)],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['a byte order mark', '\ufeff{}'],
  ['NUL', '\0'],
  ['a prototype', '{"__proto__":{"src_file_url":"https://example.com/a.jpg","version":"1.0"}}'],
  ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
]

describe('whatever the body is', () => {
  test.each(WHOLE_BODIES)('%s is refused everywhere', async (_, body) => {
    for (const path of CREATIONS) expectRefusal(await ask('POST', path, { body }))
  })

  test('7 MB are refused before they are read', async () => {
    for (const body of [`{"a":"${'x'.repeat(7_000_000)}"}`, 'x'.repeat(7_000_000)]) {
      for (const path of CREATIONS.slice(0, 4)) {
        const answer = await ask('POST', path, { body })
        expectRefusal(answer)
        expect(answer.body.error_code).toBe('PayloadTooLarge')
      }
    }
  })
})

/** What JSON can say that a field does not expect, as text because some of it is no JavaScript value. */
const VALUES = [
  'null',
  'true',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '[]',
  '[[]]',
  '{}',
  '{"__proto__":{"x":1}}',
  '{"toString":1,"valueOf":1,"length":-1}',
  '0',
  '-0',
  '-1',
  '1e999',
  '-1e999',
  '1e-400',
  '9007199254740993',
  '0.1',
  '"NaN"',
  '"1.0 "',
  '"javascript:alert(1)"',
  '"file:///etc/passwd"',
  '"http://[::1"',
  `"https://example.com/${'a'.repeat(5000)}"`,
  `"${'x'.repeat(100_000)}"`,
  deep(5_000),
  nested(5_000),
  `[${'0,'.repeat(50_000)}0]`,
]

const fieldsOf = (name: string): string[] => [
  ...Object.keys(BODIES[name]!),
  'src_file_id',
  'template_id',
  'index',
  '__proto__',
]

/** A good body with one field, at any depth, that holds something else. */
const spoilt = (name: string) =>
  fc
    .record({ field: fc.constantFrom(...fieldsOf(name)), value: fc.constantFrom(...VALUES) })
    .map(({ field, value }) => {
      const { [field]: _, ...rest } = BODIES[name]!
      return `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:${value}}`
    })

/** A good body with one leaf, wherever it is, replaced. */
const spoiltInside = (name: string) =>
  fc.tuple(fc.nat(), fc.constantFrom(...VALUES)).map(([pick, value]) => {
    const text = JSON.stringify(BODIES[name])
    const leaves = [...text.matchAll(/(?<=[:[,])("[^"]*"|-?[\d.]+)(?=[,\]}])/g)]
    const leaf = leaves[pick % leaves.length]!
    return text.slice(0, leaf.index) + value + text.slice(leaf.index + leaf[0].length)
  })

describe.each(FEATURES)('whatever a field of $name holds', (feature) => {
  test('it is refused in the papers’ form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoilt(feature.name), spoiltInside(feature.name)), async (body) =>
        expectRefusal(await ask('POST', taskPath(feature, 'effect'), { body })),
      ),
      { numRuns: 60 },
    )
  })
})

test('whatever JSON there is in a body, it is refused in the papers’ form', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CREATIONS),
      fc.jsonValue({ maxDepth: 6 }),
      async (path, body) => expectRefusal(await ask('POST', path, { body: JSON.stringify(body) })),
    ),
    { numRuns: 200 },
  )
})

describe('whatever the path, the query and the headers are', () => {
  /** Sends a target as it is; `fetch` would tidy it up first. */
  const askRaw = (method: string, path: string, headers: Record<string, string>): Promise<Answer> =>
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
    '/thumbs/look-vto/..%2f..%2fetc',
    '/thumbs/look-vto/__proto__.svg',
    '/s2s/v2.0/task/template/look-vto?page_size=1e3',
    '/s2s/v2.0/task/template/look-vto?page_size[]=1',
    '/s2s/v2.0/task/template/look-vto?page_size=%ff&starting_token=%00',
    `/s2s/v2.0/task/template/look-vto?starting_token=${'A'.repeat(6000)}`,
    '/s2s/v2.0/task/template/look-vto?__proto__=1&page_size=99',
  ])('GET %s', async (path) => {
    const answer = await askRaw('GET', path, {})
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.text).not.toMatch(TRACE)
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
