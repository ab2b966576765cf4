import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { THROTTLES } from '../../../../catalog/limits/throttles.ts'
import { log } from '../../../../functions/log.ts'
import { handleRequest } from '../../../../functions/service/api/handle-request.ts'
import { createKey } from '../../../../functions/service/core/accounts/create-key.ts'
import type { ApiRequest } from '../../../../functions/service/core/http/api-request.ts'
import { keyHash } from '../../../../functions/service/core/model/api-key.ts'
import type { Task } from '../../../../functions/service/core/model/task.ts'
import { RateLimited } from '../../../../functions/service/core/rate/rate-limited.ts'
import type { RateSubject } from '../../../../functions/service/core/rate/rate-limiter.ts'
import { finishTask } from '../../../../functions/service/core/tasks/finish-task.ts'
import { sampled } from '../../../setup/sampled.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

const EFFECT = '/s2s/v2.0/task/body-reshape'
const PRE_PROCESS = `${EFFECT}/pre-process`
const BODY = { src_file_url: 'https://example.com/a.jpg', version: '1.0', features: { slim: 10 } }
const SOURCE = { src_file_url: 'https://example.com/a.jpg' }

let backend: ServiceBackend

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())

type Answer = {
  code: number
  headers: Record<string, unknown>
  body: { data: { task_id: string; results: { url: string } }; error_code?: string }
}

async function ask(
  method: string,
  path: string,
  body: unknown = '',
  { key = backend.key, headers = {} }: { key?: string; headers?: ApiRequest['headers'] } = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const bytes = body instanceof Uint8Array ? body : Buffer.from(text)
  const request = {
    method,
    path,
    query: {},
    origin: 'https://api.example.com',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: bytes,
  }
  const answer = await handleRequest(request, 'request-1', backend.deps)
  return {
    code: answer.statusCode ?? 0,
    headers: answer.headers ?? {},
    body: JSON.parse(answer.body ?? ''),
  }
}

function refusal(status: number, error_code: string, error: unknown = expect.any(String)) {
  return {
    code: status,
    body: { status, error, error_code },
  }
}

describe('creating and reading a task', () => {
  test('a task is created and running, in the exact wire format', async () => {
    const created = await ask('POST', EFFECT, BODY)
    expect(created).toMatchObject({ code: 200, headers: { 'x-request-id': 'request-1' } })
    expect(created.body).toEqual({
      status: 200,
      data: { task_id: expect.stringMatching(/^[A-Za-z0-9_-]{64,}$/) },
    })
    const read = await ask('GET', `${EFFECT}/${created.body.data.task_id}`)
    expect(read.body).toEqual({
      status: 200,
      data: { task_status: 'running', error: null, results: null },
    })
  })

  test('an ended task is deleted by its id', async () => {
    const { task_id } = (await ask('POST', EFFECT, BODY)).body.data
    const outcome = { status: 'error', error: 'INPUT_ERROR', errorMessage: 'Cut off.' } as const
    await backend.deps.tasks.finish(task_id, outcome, 1)
    const deleted = await ask('POST', '/s2s/v2.0/task/delete', { task_id })
    expect(deleted).toMatchObject({ code: 200, body: { status: 200 } })
    expect(await ask('GET', `${EFFECT}/${task_id}`)).toMatchObject(refusal(400, 'InvalidTaskId'))
  })

  test('a success returns its values and a URL that is signed for two hours', async () => {
    const { task_id } = (await ask('POST', EFFECT, BODY)).body.data
    const results = { values: { timed: 5, slim: true }, objects: { url: 'results/a/result.jpg' } }
    await backend.deps.tasks.finish(task_id, { status: 'success', results }, 1)
    const { body } = await ask('GET', `${EFFECT}/${task_id}`)
    expect(body).toEqual({
      status: 200,
      data: {
        task_status: 'success',
        error: null,
        results: { url: expect.any(String), timed: 5, slim: true },
      },
    })
    const url = new URL(body.data.results.url)
    expect(url.pathname).toBe('/files/results/a/result.jpg')
    expect(url.searchParams.get('X-Amz-Expires')).toBe('7200')
  })

  test('a failure is HTTP 200 with its code and text', async () => {
    const { task_id } = (await ask('POST', PRE_PROCESS, SOURCE)).body.data
    const outcome = { status: 'error', error: 'INPUT_ERROR', errorMessage: 'Cut off.' } as const
    await backend.deps.tasks.finish(task_id, outcome, 1)
    expect((await ask('GET', `${PRE_PROCESS}/${task_id}`)).body).toEqual({
      status: 200,
      data: {
        task_status: 'error',
        error: 'INPUT_ERROR',
        error_message: 'Cut off.',
        results: null,
      },
    })
  })

  test('a task that took too long is HTTP 500', async () => {
    const { task_id } = (await ask('POST', PRE_PROCESS, SOURCE)).body.data
    const outcome = { status: 'error', error: 'TaskTimeout', errorMessage: 'Late.' } as const
    await backend.deps.tasks.finish(task_id, outcome, 1)
    expect(await ask('GET', `${PRE_PROCESS}/${task_id}`)).toMatchObject(
      refusal(500, 'TaskTimeout', 'Task execution timed out'),
    )
  })

  test('a task is read only by its account and at its path, and by nobody once it has expired', async () => {
    const { task_id } = (await ask('POST', EFFECT, BODY)).body.data
    const stranger = await backend.addAccount(0)
    expect(await ask('GET', `${EFFECT}/${task_id}`, '', stranger)).toMatchObject(
      refusal(400, 'InvalidTaskId'),
    )
    expect(await ask('GET', `${PRE_PROCESS}/${task_id}`)).toMatchObject(
      refusal(400, 'InvalidTaskId'),
    )
    const before = backend.clock.now
    backend.clock.now += 30 * 86_400_000
    expect(await ask('GET', `${EFFECT}/${task_id}`)).toMatchObject(refusal(400, 'InvalidTaskId'))
    backend.clock.now = before
  })

  test.each(['x', 'x'.repeat(64), 'upload%23abc', `${'x'.repeat(70)}%00`, ''])(
    'the id %s leads to no task',
    async (id) => {
      expect(await ask('GET', `${EFFECT}/${id}`)).toMatchObject(refusal(400, 'InvalidTaskId'))
    },
  )
})

describe('the order of checks', () => {
  test('a body that is too large is refused before the key is checked', async () => {
    const body = new Uint8Array(1_000_001)
    expect(await ask('POST', EFFECT, body, { key: 'x' })).toMatchObject(
      refusal(413, 'PayloadTooLarge'),
    )
    expect(await ask('POST', EFFECT, new Uint8Array(1_000_000), { key: 'x' })).toMatchObject(
      refusal(401, 'InvalidApiKey'),
    )
  })

  test('the key before the path, the path before the body', async () => {
    expect(await ask('GET', '/nothing', '', { key: 'x' })).toMatchObject(
      refusal(401, 'InvalidApiKey'),
    )
    expect(await ask('GET', `${EFFECT}/x`, '', { key: 'x' })).toMatchObject(
      refusal(401, 'InvalidApiKey', 'This API key is not recognized.'),
    )
    expect(await ask('POST', '/nothing', '{')).toMatchObject(refusal(404, 'NotFound'))
  })

  test('the body before the units', async () => {
    const poor = await backend.addAccount(0)
    expect(await ask('POST', EFFECT, {}, poor)).toMatchObject(refusal(400, 'InvalidParameters'))
    expect(await ask('POST', EFFECT, BODY, poor)).toMatchObject(refusal(400, 'CreditInsufficiency'))
    expect(await ask('POST', PRE_PROCESS, SOURCE, poor)).toMatchObject({ code: 200 })
  })
})

describe('keys', () => {
  test.each([
    ['no header', { authorization: undefined }],
    ['no scheme', () => ({ authorization: backend.key })],
    ['another scheme', () => ({ authorization: `Basic ${backend.key}` })],
    ['brackets left around it', () => ({ authorization: `Bearer <${backend.key}>` })],
    ['two spaces', () => ({ authorization: `Bearer  ${backend.key}` })],
    ['another scheme before it', () => ({ authorization: `Basic a, Bearer ${backend.key}` })],
    ['words after it', () => ({ authorization: `Bearer ${backend.key} a` })],
    ['another key', { authorization: 'Bearer dk_other' }],
    ['its hash', () => ({ authorization: `Bearer ${keyHash(backend.key)}` })],
  ])('%s is refused', async (_, headers) => {
    const given = typeof headers === 'function' ? headers() : headers
    expect(await ask('GET', `${EFFECT}/x`, '', { headers: given })).toMatchObject(
      refusal(401, 'InvalidApiKey'),
    )
  })

  test('one that is switched off or has expired gets its own code', async () => {
    const { account } = backend
    const now = backend.clock.now / 1000
    const off = await createKey({ account, name: 'off' }, backend.deps)
    await backend.deps.keys.put({ ...off.record, active: false })
    const over = await createKey({ account, name: 'over', expiresAt: now }, backend.deps)
    const valid = await createKey({ account, name: 'valid', expiresAt: now + 1 }, backend.deps)
    const codeOf = async (key: string) =>
      (await ask('GET', `${EFFECT}/x`, '', { key })).body.error_code
    expect(await codeOf(off.key)).toBe('InactiveApiKey')
    expect(await codeOf(over.key)).toBe('ExpiredApiKey')
    expect(await codeOf(valid.key)).toBe('InvalidTaskId')
  })

  test('the scheme is case-insensitive', async () => {
    const headers = { authorization: `bearer ${backend.key}` }
    expect((await ask('GET', `${EFFECT}/x`, '', { headers })).code).toBe(400)
  })
})

describe('paths', () => {
  test.each([
    ['GET', '/'],
    ['GET', ''],
    ['GET', '/s2s/v2.0/task'],
    ['GET', EFFECT],
    ['GET', PRE_PROCESS],
    ['POST', `${EFFECT}/`],
    ['POST', `${EFFECT}/x`],
    ['POST', EFFECT.replace('v2.0', 'v2.1')],
    ['POST', '/s2s/v2.0/task/__proto__'],
    ['POST', '/s2s/v2.0/task/constructor'],
    ['DELETE', EFFECT],
    ['PUT', EFFECT],
    ['GET', '/s2s/v2.0/file'],
    ['POST', '/s2s/v2.0/file/nothing'],
    ['POST', '//s2s/v2.0/file'],
  ])('%s %s is not found', async (method, path) => {
    expect(await ask(method, path, BODY)).toMatchObject(refusal(404, 'NotFound'))
  })
})

describe('bodies', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a number', '1e999'],
    ['null', 'null'],
    ['a text', '"a"'],
    ['a value that JSON lacks', '{"features":NaN}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('%s is refused', async (_, body) => {
    expect(await ask('POST', EFFECT, body)).toMatchObject(refusal(400, 'BadRequest'))
  })

  test.each([
    [
      'no file',
      { ...BODY, src_file_url: undefined },
      /^src_file_url is required.*, or src_file_id/,
    ],
    [
      'a file that is null',
      { ...BODY, src_file_url: null },
      "'src_file_url' is required and can't be null.",
    ],
    ['a file that is no URL', { ...BODY, src_file_url: 'a.jpg' }, /^src_file_url/],
    [
      'a file at another protocol',
      { ...BODY, src_file_url: 'ftp://example.com/a' },
      /^src_file_url/,
    ],
    [
      'too much',
      { ...BODY, features: { slim: 101 } },
      'features.slim is above the allowed maximum.',
    ],
    [
      'more than a number holds',
      '{"src_file_url":"https://example.com/a","version":"1.0","features":{"slim":1e999}}',
      /^features.slim/,
    ],
    ['a text for a number', { ...BODY, features: { slim: '10' } }, /^features.slim/],
    ['no strength but 0', { ...BODY, features: { slim: 0 } }, /^features/],
    ['another version', { ...BODY, version: '2.0' }, /^version/],
    ['an index that is not whole', { ...BODY, index: 0.5 }, /^index/],
    [
      'the features inherited',
      '{"src_file_url":"https://example.com/a","version":"1.0","__proto__":{"features":{"slim":10}}}',
      /^features/,
    ],
  ])('%s is refused, naming the field', async (_, body, error) => {
    const message = error instanceof RegExp ? expect.stringMatching(error) : error
    expect(await ask('POST', EFFECT, body)).toMatchObject(
      refusal(400, 'InvalidParameters', message),
    )
  })

  test('unknown fields are ignored at any depth', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const body = `{"deep":${deep},"more":1,${JSON.stringify(SOURCE).slice(1)}`
    expect(await ask('POST', PRE_PROCESS, body)).toMatchObject({ code: 200 })
  })
})

// One name is read as the others.
test.each(sampled(2, THROTTLES))(
  '%s is said on, and the same request creates the task later',
  async (name) => {
    const request = {
      method: 'POST',
      path: EFFECT,
      query: {},
      origin: 'https://api.example.com',
      headers: { authorization: `Bearer ${backend.key}`, 'idempotency-key': name },
      body: Buffer.from(JSON.stringify(BODY)),
    }
    const throttled = () => Promise.reject(Object.assign(new Error('inner words'), { name }))
    const { deps } = backend
    const places = [
      { tasks: { ...deps.tasks, create: throttled } },
      { units: { ...deps.units, reserve: throttled } },
      { taskQueue: { ...deps.taskQueue, send: throttled } },
    ]
    for (const place of places) {
      const answer = await handleRequest(request, 'request-9', { ...deps, ...place })
      expect(answer).toMatchObject({ statusCode: 429, headers: { 'retry-after': '10' } })
      expect(answer.body).toContain('"error_code":"TooManyRequests"')
      expect(answer.body).not.toContain('inner words')
    }
    const created = await handleRequest(request, 'request-10', deps)
    expect(created.statusCode).toBe(200)
    const { task_id: id } = JSON.parse(created.body ?? '').data
    const task = await deps.tasks.get(id)
    expect(task).toMatchObject({ status: 'running', units: 1 })
    // Other tests need its unit.
    await finishTask(
      task as Task,
      { status: 'error', error: 'unknown_internal_error', errorMessage: '' },
      deps,
    )
  },
)

test('a defect is a 500 that reveals nothing but the request id', async () => {
  const deps = {
    ...backend.deps,
    tasks: { ...backend.deps.tasks, create: () => Promise.reject(new Error('inner words')) },
  }
  const request = {
    method: 'POST',
    path: PRE_PROCESS,
    query: {},
    origin: 'https://api.example.com',
    headers: { authorization: `Bearer ${backend.key}` },
    body: Buffer.from(JSON.stringify(SOURCE)),
  }
  const answer = await handleRequest(request, 'request-9', deps)
  expect(answer).toMatchObject({ statusCode: 500, headers: { 'x-request-id': 'request-9' } })
  expect(JSON.parse(answer.body ?? '')).toMatchObject({ status: 500, error_code: 'InternalError' })
  expect(answer.body).not.toContain('inner words')
})

test('a request is logged with its route, account, status and duration, and without its path', async () => {
  let time = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  const request = {
    method: 'GET',
    path: `${EFFECT}/secret`,
    query: {},
    origin: 'https://api.example.com',
    headers: { authorization: `Bearer ${backend.key}` },
    body: Buffer.from(''),
  }
  const limit = async () => {
    time = 1012.34
  }
  await handleRequest(request, 'request-1', { ...backend.deps, limit })
  clock.mockRestore()
  expect(vi.mocked(log.info).mock.lastCall).toEqual([
    'A request was answered.',
    {
      method: 'GET',
      route: `${EFFECT}/{task_id}`,
      account: backend.account,
      code: 'InvalidTaskId',
      status: 400,
      ms: 12.3,
    },
  ])
})

test('what needs no key is counted by its address alone', async () => {
  const counted: unknown[] = []
  let left = 1
  const limit = async (subjects: readonly RateSubject[]) => {
    counted.push(subjects)
    if (left-- <= 0) throw new RateLimited(3)
  }
  const open = {
    method: 'GET',
    path: '/openapi.json',
    query: {},
    origin: 'https://api',
    headers: {},
  }
  const request = { ...open, body: Buffer.alloc(0), ip: '203.0.113.7' }
  const statuses = []
  for (let asked = 0; asked < 2; asked++) {
    const answer = await handleRequest(request, 'request-1', { ...backend.deps, limit })
    statuses.push(answer.statusCode)
  }
  expect(statuses).toEqual([200, 429])
  const limits = { perWindow: 250, perSecond: 25 }
  expect(counted).toEqual([0, 1].map(() => [{ id: 'open#203.0.113.7', limits }]))
})
