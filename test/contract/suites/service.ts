import { beforeAll, describe, expect, test } from 'vitest'
import { FEATURES, stagesOf, taskPath } from '../../../catalog/features/features.ts'
import { unitsOf } from '../../../catalog/tasks/units-of.ts'
import { validateTask } from '../../../catalog/tasks/validate-task.ts'
import { BODIES } from '../../catalog/tasks/bodies.ts'
import { sampled } from '../../setup/sampled.ts'
import type { Ask } from '../ask.ts'
import { sharedService } from '../shared-service.ts'
import type { Service } from '../start-service.ts'

const FILE = { content_type: 'image/jpeg', file_name: 'portrait.jpg', file_size: 5 }
const BODY_RESHAPE = '/s2s/v2.0/task/body-reshape'

let service: Service
let ask: Ask

beforeAll(async () => {
  service = await sharedService('idle')
  ask = service.ask
})

function refusal(status: number, error_code: string, error: unknown = expect.any(String)) {
  return {
    status,
    body: { status, error, error_code },
  }
}

describe('authentication', () => {
  const unrecognized = refusal(401, 'InvalidApiKey', 'This API key is not recognized.')

  test('a missing key, an unknown key and one in angle brackets are not recognized', async () => {
    for (const key of [undefined, 'dk_made_up', '<dk_made_up>', '']) {
      expect(await ask('GET', `${BODY_RESHAPE}/x`, { key })).toMatchObject(unrecognized)
    }
  })

  test('a key without the word Bearer is not recognized', async () => {
    const options = { key: undefined, headers: { authorization: 'dk_made_up' } }
    expect(await ask('GET', `${BODY_RESHAPE}/x`, options)).toMatchObject(unrecognized)
  })

  test('a key that is switched off and one that expired have their own codes', async () => {
    const off = await service.account(0)
    await service.switchOff(off.hash)
    expect(await off.ask('POST', '/s2s/v2.0/file')).toMatchObject(refusal(401, 'InactiveApiKey'))
    const old = await service.account(0, { expiresAt: Math.floor(Date.now() / 1000) })
    expect(await old.ask('POST', '/s2s/v2.0/file')).toMatchObject(refusal(401, 'ExpiredApiKey'))
  })
})

describe('the order of checks', () => {
  test('is key, path, body, units', async () => {
    const poor = await service.account(0)
    const wrong = { body: '{"no' }
    expect(await ask('POST', '/nowhere', { ...wrong, key: 'x' })).toMatchObject({ status: 401 })
    expect(await ask('GET', `${BODY_RESHAPE}/x`, { key: 'x' })).toMatchObject({ status: 401 })
    for (const path of ['/nowhere', '/']) {
      const answer = await poor.ask('POST', path, wrong)
      expect(answer).toMatchObject(refusal(404, 'NotFound'))
    }
    expect(await poor.ask('POST', BODY_RESHAPE, wrong)).toMatchObject(refusal(400, 'BadRequest'))
    expect(await poor.ask('POST', BODY_RESHAPE, { body: {} })).toMatchObject(
      refusal(400, 'InvalidParameters'),
    )
    expect(await poor.ask('POST', BODY_RESHAPE, { body: BODIES['body-reshape'] })).toMatchObject(
      refusal(400, 'CreditInsufficiency'),
    )
  })
})

describe('every answer', () => {
  test('is JSON, has its request id, and is not cached', async () => {
    for (const answer of [
      await ask('POST', '/s2s/v2.0/file', { body: { files: [FILE] } }),
      await ask('GET', '/x'),
    ]) {
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-request-id')).toMatch(/\S{8,}/)
    }
  })

  test.each(['PUT', 'DELETE', 'PATCH'])('to %s is 404', async (method) => {
    expect(await ask(method, BODY_RESHAPE, { body: '{}' })).toMatchObject(refusal(404, 'NotFound'))
  })
})

describe('files', () => {
  const paths = ['/s2s/v2.0/file', ...FEATURES.map(({ name }) => `/s2s/v2.0/file/${name}`)]

  test.each(sampled(4, paths))(
    'POST %s creates slots in the order of the request',
    async (path) => {
      const files = [FILE, { ...FILE, content_type: 'video/mp4', file_name: 'b.mp4' }]
      const { status, body } = await ask('POST', path, { body: { files } })
      expect(status).toBe(200)
      const slot = ({ content_type, file_name, file_size }: typeof FILE) => ({
        content_type,
        file_name,
        file_id: expect.any(String),
        requests: [
          {
            method: 'PUT',
            url: expect.stringMatching(/^http/),
            headers: { 'Content-Type': content_type, 'Content-Length': String(file_size) },
          },
        ],
      })
      expect(body).toEqual({ status: 200, data: { files: files.map(slot) } })
    },
  )

  test('a slot accepts its bytes by the request it describes, without the key, and no others', async () => {
    const { body } = await ask('POST', '/s2s/v2.0/file', { body: { files: [FILE] } })
    const { method, url, headers } = body.data!.files[0]!.requests[0]!
    expect((await fetch(url, { method, headers, body: 'hello' })).status).toBe(200)
    expect((await fetch(url, { method, headers: {}, body: 'hello!' })).status).toBe(403)
  })

  test.each([
    [{}, "files is required but wasn't included in your request."],
    [
      { files: [{ ...FILE, file_name: undefined }] },
      "files[0].file_name is required but wasn't included in your request.",
    ],
    [
      { files: [{ ...FILE, file_size: 10_000_001 }] },
      'files[0].file_size is above the allowed maximum.',
    ],
    [
      { files: [{ ...FILE, content_type: 'text/plain' }] },
      'files[0].content_type is not one of the accepted values.',
    ],
  ])('%j is refused', async (body, error) => {
    expect(await ask('POST', '/s2s/v2.0/file', { body })).toMatchObject(
      refusal(400, 'InvalidParameters', error),
    )
  })

  test('an unknown file id is refused by its field when the task is created', async () => {
    const body = { ...BODIES['body-reshape'], src_file_url: undefined, src_file_id: 'aGVsbG8/+==' }
    expect(await ask('POST', BODY_RESHAPE, { body })).toMatchObject(
      refusal(
        400,
        'InvalidParameters',
        expect.stringMatching(/^src_file_id is not the id of an open upload/),
      ),
    )
  })
})

describe.each(FEATURES)('task/$name', (feature) => {
  const units = unitsOf(feature, validateTask(feature, 'effect', BODIES[feature.name]).parameters)

  test.each(stagesOf(feature))(
    '%s: is created and read, and only by its account',
    async (stage) => {
      const path = taskPath(feature, stage)
      const body =
        stage === 'effect' ? BODIES[feature.name] : { src_file_url: 'https://a.invalid/a.jpg' }
      const own = await service.account(units)
      const created = await own.ask('POST', path, { body })
      expect(created.body).toEqual({
        status: 200,
        data: { task_id: expect.stringMatching(/^[A-Za-z0-9_-]{64,}$/) },
      })
      const { task_id: id } = created.body.data!
      const read = await own.ask('GET', `${path}/${id}`)
      expect(read).toMatchObject({ status: 200, body: { status: 200 } })
      expect(['running', 'error']).toContain(read.body.data!.task_status)
      expect(read.body.data!.results).toBeNull()
      expect(await ask('GET', `${path}/${id}`)).toMatchObject(refusal(400, 'InvalidTaskId'))
    },
  )

  // One route serves all features, and `test/catalog` has the price of each.
  const isTried = sampled(5, FEATURES).includes(feature)

  test.runIf(isTried)('a task of another feature and an unknown task are not found', async () => {
    const path = taskPath(feature, 'effect')
    const ids = ['x'.repeat(64), '..%2f..', 'x', '%00', 'a'.repeat(5000)]
    for (const id of sampled(feature === FEATURES[0] ? ids.length : 1, ids)) {
      expect(await ask('GET', `${path}/${id}`)).toMatchObject(refusal(400, 'InvalidTaskId'))
    }
  })

  test.runIf(isTried)(`costs ${units} units, set aside at its creation`, async () => {
    const path = taskPath(feature, 'effect')
    const poor = await service.account(units - 1)
    expect(await poor.ask('POST', path, { body: BODIES[feature.name] })).toMatchObject(
      refusal(400, 'CreditInsufficiency'),
    )
  })
})

describe.each(FEATURES.filter(({ templates }) => templates))('templates of $name', (feature) => {
  const path = taskPath(feature, 'effect').replace('/task/', '/task/template/')

  test('have pages, and the last has no token', async () => {
    const found: unknown[] = []
    let token: string | null = ''
    do {
      const { body } = await ask('GET', `${path}?page_size=6${token && `&starting_token=${token}`}`)
      expect(body.data!.templates.length).toBeLessThanOrEqual(6)
      found.push(...body.data!.templates.map(({ id }) => id))
      token = body.data!.next_token
    } while (token !== null)
    expect(found).toEqual(feature.templates!.map(({ id }) => id))
    expect(found.length).toBeGreaterThanOrEqual(12)
  })

  test('have the fields of the specification, and a thumbnail that needs no key', async () => {
    const { body } = await ask('GET', `${path}?starting_token=null`)
    const [template] = body.data!.templates
    const keeps = feature.name === 'hair-transfer' ? ['keep_users_color'] : []
    expect(Object.keys(template!)).toEqual(['id', 'thumb', 'title', 'category_name', ...keeps])
    const thumb = await fetch(template!.thumb)
    expect(thumb.status).toBe(200)
    expect(thumb.headers.get('content-type')).toBe('image/svg+xml')
    const svg = await thumb.text()
    expect(svg).toMatch(/^<svg /)
    expect(svg.includes('data:image/webp;base64,')).toBe(feature.name === 'look-vto')
    expect(template!.thumb.startsWith(`${service.baseUrl}/`)).toBe(true)
    expect((await fetch(template!.thumb.replace('.svg', 'x.svg'))).status).toBe(404)
  })

  const queries = [
    ['page_size=21', 'page_size is above the allowed maximum.'],
    ['page_size=0', 'page_size is below the allowed minimum.'],
    ['page_size=all', "page_size doesn't match the required format."],
    ['starting_token=MjA', "starting_token doesn't match the required format."],
    ['starting_token=', "starting_token doesn't match the required format."],
  ] as const
  const isFirst = feature === FEATURES.find(({ templates }) => templates)
  test.each(isFirst ? queries : sampled(1, queries))('%s is refused', async (query, error) => {
    expect(await ask('GET', `${path}?${query}`)).toMatchObject(
      refusal(400, 'InvalidParameters', error),
    )
  })

  test('an unknown template is refused by name', async () => {
    const body = { ...BODIES[feature.name], ref_file_url: undefined, template_id: 'none' }
    expect(await ask('POST', taskPath(feature, 'effect'), { body })).toMatchObject(
      refusal(400, 'InvalidTemplate', "This template ID doesn't exist."),
    )
  })
})

test('the v2.0 path of hair transfer’s templates responds the same, with the same tokens', async () => {
  const path = (version: string) => `/s2s/${version}/task/template/hair-transfer?page_size=5`
  const [older, newer] = [await ask('GET', path('v2.0')), await ask('GET', path('v2.1'))]
  expect(older.body).toEqual(newer.body)
  const next = `&starting_token=${older.body.data!.next_token}`
  expect(await ask('GET', path('v2.1') + next)).toMatchObject({ status: 200 })
})

describe('feature-cost', () => {
  const path = '/s2s/v2.0/credit/feature-cost'
  type Result = { next_token: string | null; skus: Record<string, unknown>[] }

  test('lists every price in pages, in its own envelope', async () => {
    const first = (await ask('GET', path)).body['result'] as Result
    expect(first.skus).toHaveLength(20)
    expect(first.skus[0]).toEqual({
      description: 'Body reshape v1.0',
      amount: 1,
      unit: 'result_image',
      proc_unit: 1,
      run_task_url: `${service.baseUrl}${BODY_RESHAPE}`,
    })
    const second = (await ask('GET', `${path}?starting_token=${first.next_token}`)).body[
      'result'
    ] as Result
    expect(second.next_token).toBeNull()
    const urls = new Set([...first.skus, ...second.skus].map(({ run_task_url }) => run_task_url))
    expect(urls.size).toBe(FEATURES.length)
  })

  test('a literal null is no token', async () => {
    expect(await ask('GET', `${path}?starting_token=null`)).toMatchObject(
      refusal(400, 'InvalidParameters'),
    )
  })
})

describe('the OpenAPI document', () => {
  test('needs no key', async () => {
    const json = await ask('GET', '/openapi.json', { key: undefined })
    expect(json.headers.get('content-type')).toBe('application/json')
    expect(json.body).toMatchObject({ openapi: '3.1.0' })
  })

  test.each([
    ['br', 'br'],
    ['gzip;q=0.5, identity', 'gzip'],
    ['br;q=0', null],
  ])('is compressed for a client that accepts %s as %s', async (accepted, packed) => {
    const headers = { 'accept-encoding': accepted }
    const json = await ask('GET', '/openapi.json', { key: undefined, headers })
    expect(json.headers.get('content-encoding')).toBe(packed)
    expect(json.headers.get('vary')).toContain('accept-encoding')
    expect(json.body).toMatchObject({ openapi: '3.1.0' })
    const size = Number(json.headers.get('content-length'))
    expect(packed ? size * 5 < json.text.length : size).toBeTruthy()
  })

  test('is shown by a page that loads nothing from other origins', async () => {
    const page = await ask('GET', '/docs', { key: undefined })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const names = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) {
      expect(name).toMatch(/^\/(docs\/|openapi\.json$)/)
      const file = await ask('GET', name, { key: undefined })
      expect(file.status, name).toBe(200)
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    }
    // Not all names: strangers may ask 25 times a second.
    for (const path of ['/', '/docs', names[0]!]) {
      const head = await ask('HEAD', path, { key: undefined })
      expect([head.status, head.text], path).toEqual([200, ''])
      const whole = await ask('GET', path, { key: undefined })
      expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
    }
  })

  test('has no other pages', async () => {
    expect(await ask('GET', '/docs/none.js', { key: undefined })).toMatchObject(
      refusal(404, 'NotFound'),
    )
  })
})
