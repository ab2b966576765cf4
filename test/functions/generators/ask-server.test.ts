import { afterAll, expect, test, vi } from 'vitest'
import { FetchRefused } from '../../../functions/fetch/fetch-refused.ts'
import { askServer, type ServerRequest } from '../../../functions/generators/ask-server.ts'
import { bedrockFailure } from '../../../functions/generators/bedrock/bedrock-failure.ts'
import { NotCarriedOut } from '../../../functions/generators/not-carried-out.ts'
import { predictionAnswer } from '../../../functions/generators/queue/prediction-answer.ts'
import { retryUnpaid } from '../../../functions/generators/retry-unpaid.ts'
import { log } from '../../../functions/log.ts'

const silenced = (['warn', 'error'] as const).map((level) => vi.spyOn(log, level).mockReturnValue())
afterAll(() => {
  for (const level of silenced) level.mockRestore()
})

type Answer = { status?: number; headers?: object; body?: unknown; text?: string }

/** Asks a server that answers so, or that cannot be asked; gives the answer or what is thrown. */
async function ask(answer: Answer | Error, request: ServerRequest = {}, change: object = {}) {
  const asked: unknown[] = []
  const fetch = async (...given: unknown[]) => {
    asked.push(given)
    if (answer instanceof Error) throw answer
    const { status = 200, headers = {}, body, text = JSON.stringify(body ?? {}) } = answer
    return { status, headers, bytes: Buffer.from(text) }
  }
  const target = {
    url: 'http://server:80/v1',
    isPrivate: false,
    authorization: undefined,
    signal: new AbortController().signal,
    fetch: fetch as never,
    ...change,
  }
  const told = await askServer(target, request).catch((error: Error) => error)
  return { told, asked }
}

/** What is thrown in short: the kind, or a fault’s condition. */
async function thrown(answer: Answer | Error) {
  const { told } = await ask(answer)
  const { condition, name } = told as { condition?: string; name?: string }
  return condition ?? name
}

test('a server is asked with what it needs, and no longer than a picture may take', async () => {
  const { told, asked } = await ask({ body: { a: 1 } })
  expect(told).toEqual({ a: 1 })
  const most = { maxBytes: 53_433_334, timeoutMs: 900_000, signal: expect.any(AbortSignal) }
  expect(asked).toEqual([
    ['http://server:80/v1', { method: 'POST', headers: { accept: 'application/json' }, ...most }],
  ])
  const body = { bytes: Buffer.from('{}'), contentType: 'a/b' }
  const more = await ask({}, { method: 'PUT', body }, { isPrivate: true, authorization: 'Key k' })
  expect(more.asked).toEqual([
    [
      'http://server:80/v1',
      {
        method: 'PUT',
        headers: { accept: 'application/json', 'content-type': 'a/b', authorization: 'Key k' },
        body: body.bytes,
        allowPrivateOrigin: 'http://server',
        ...most,
      },
    ],
  ])
})

test.each([200, 201, 202])('JSON with the status %i is an answer', async (status) => {
  expect((await ask({ status, body: { a: 1 } })).told).toEqual({ a: 1 })
  expect((await ask({ status, body: [1] })).told).toEqual({ detail: [1] })
  for (const text of ['', '{', 'null', '1'])
    expect(await thrown({ status, text })).toBe('generator-lost')
})

test.each<[number, string]>([
  [199, 'runtime'],
  [203, 'runtime'],
  [400, 'parameter'],
  [413, 'parameter'],
  [422, 'parameter'],
  [401, 'runtime'],
  [402, 'generator-budget'],
  [403, 'runtime'],
  [404, 'runtime'],
  [405, 'runtime'],
  [409, 'runtime'],
  [429, 'NotCarriedOut'],
  [500, 'runtime'],
  [502, 'generator-lost'],
  [503, 'NotCarriedOut'],
  [504, 'generator-lost'],
])('the status %i is %s', async (status, kind) => {
  expect(await thrown({ status })).toBe(kind)
})

test.each([
  [401, 'refuses the key'],
  [403, 'refuses the key'],
  [404, 'no such model'],
  [405, 'no such model'],
  [500, 'HTTP status 500'],
])('the status %i says so: %s', async (status, words) => {
  expect(((await ask({ status })).told as Error).message).toContain(words)
})

test.each<[number, unknown, string]>([
  [400, { error: { code: 'moderation_blocked' } }, 'content'],
  [400, { error: { type: 'content_policy_violation' } }, 'content'],
  [500, { detail: [{ type: 'NSFW' }] }, 'content'],
  [400, { error: { message: 'Our safety system said no.' } }, 'content'],
  [422, { detail: 'against the content policy' }, 'content'],
  [413, { detail: [{ msg: 'moderation' }] }, 'content'],
  [500, { error: { message: 'safety system' } }, 'runtime'],
  [429, { error: { code: 'insufficient_quota' } }, 'generator-budget'],
  [403, { detail: 'Exhausted balance.' }, 'generator-budget'],
  [429, { error: { type: 'billing' } }, 'generator-budget'],
  [400, { error: { code: 'insufficient_quota' } }, 'parameter'],
  [400, { error: 5 }, 'parameter'],
  [400, { error: { message: 5, msg: 'content policy' } }, 'content'],
])('%i with %j is %s', async (status, body, kind) => {
  expect(await thrown({ status, body })).toBe(kind)
})

test('of long words the first three hundred characters count', async () => {
  const long = (length: number) => `${' '.repeat(length)}moderation`
  expect(await thrown({ status: 400, body: { detail: long(290) } })).toBe('content')
  expect(await thrown({ status: 400, body: { detail: long(291) } })).toBe('parameter')
  expect(await thrown({ status: 400, body: { error: { message: long(290) } } })).toBe('content')
  expect(await thrown({ status: 400, body: { error: { message: long(291) } } })).toBe('parameter')
})

test.each([
  ['3', 3000],
  ['0.5', 500],
  ['0', 0],
  ['-1', 0],
  ['soon', 0],
  [undefined, 0],
])('Retry-After %s is %i milliseconds', async (header, waitMs) => {
  const { told } = await ask({ status: 503, headers: { 'retry-after': header } })
  expect(told).toMatchObject({ name: 'NotCarriedOut', waitMs })
})

test.each<[string, unknown, string]>([
  ['url', undefined, 'runtime'],
  ['address', undefined, 'runtime'],
  ['dns', undefined, 'NotCarriedOut'],
  ['connection', { code: 'ECONNREFUSED' }, 'NotCarriedOut'],
  ['connection', { code: 'ECONNRESET' }, 'generator-lost'],
  ['timeout', undefined, 'generator-lost'],
])('a connection refused for %s, %j, is %s', async (reason, cause, kind) => {
  expect(await thrown(new FetchRefused(reason as never, 'No.', { cause }))).toBe(kind)
})

test('what is no refusal of the guard is thrown on', async () => {
  expect((await ask(new TypeError('Broken.'))).told).toEqual(new TypeError('Broken.'))
})

test.each<[object, string]>([
  [{ name: 'ThrottlingException' }, 'NotCarriedOut'],
  [{ name: 'ServiceUnavailableException' }, 'NotCarriedOut'],
  [{ name: 'ModelNotReadyException' }, 'NotCarriedOut'],
  [{ code: 'ECONNREFUSED' }, 'NotCarriedOut'],
  [{ code: 'ENOTFOUND' }, 'NotCarriedOut'],
  [{ code: 'EAI_AGAIN' }, 'NotCarriedOut'],
  [{ code: 'ECONNRESET' }, 'generator-lost'],
  [{ code: 5 }, 'generator-lost'],
  [{ name: 'ValidationException', message: 'blocked by content filters' }, 'content'],
  [{ name: 'ValidationException', message: 'too small' }, 'parameter'],
  [{ name: 'AccessDeniedException' }, 'runtime'],
  [{ name: 'ResourceNotFoundException' }, 'runtime'],
  [{ name: 'ServiceQuotaExceededException' }, 'runtime'],
  [{ name: 'ModelErrorException' }, 'runtime'],
  [{ name: 'ModelTimeoutException' }, 'runtime'],
  [{ name: 'InternalServerException' }, 'runtime'],
  [{ name: 'ConflictException' }, 'runtime'],
  [{ name: 'CredentialsProviderError' }, 'runtime'],
  [{ name: 'ExpiredTokenException' }, 'runtime'],
  [{ name: 'UnrecognizedClientException' }, 'runtime'],
  [{ name: 'TimeoutError' }, 'generator-lost'],
])('of Bedrock %j is %s', (error, kind) => {
  const failure = bedrockFailure(error, 'model') as Error & { condition?: string }
  expect(failure.condition ?? failure.name).toBe(kind)
})

test.each([
  [{ status: 'succeeded', output: 1 }, { output: 1 }],
  [{ status: 'failed', error: 'NSFW content' }, 'content'],
  [{ status: 'failed', error: 'flagged as sensitive' }, 'content'],
  [{ status: 'failed', error: 'out of memory' }, 'runtime'],
  [{ status: 'canceled' }, 'runtime'],
])('a prediction that ended as %j', (answer, expected) => {
  const end = () => predictionAnswer(answer)
  if (typeof expected === 'object') expect(end()).toEqual(expected)
  else expect(end).toThrow(expect.objectContaining({ condition: expected }))
})

async function retried(failures: Error[], random = 0, firstWaitMs = 1) {
  let calls = 0
  const { signal } = new AbortController()
  const call = async () => {
    calls += 1
    const failure = failures.shift()
    if (failure) throw failure
    return 'made'
  }
  const began = performance.now()
  const result = await retryUnpaid(call, { signal, random: () => random, firstWaitMs }).catch(
    (error) => error,
  )
  return { result, calls, ms: performance.now() - began }
}
const busy = (waitMs = 0) => new NotCarriedOut('Busy.', { waitMs })

test('a call that was turned away is made four times, and nothing else is', async () => {
  expect(await retried([busy(), busy(), busy()])).toMatchObject({ result: 'made', calls: 4 })
  const never = await retried([busy(), busy(), busy(), busy()])
  expect(never).toMatchObject({
    calls: 4,
    result: { condition: 'generator-busy', message: 'Busy.' },
  })
  expect((await retried([new Error('Broken.')])).calls).toBe(1)
})

test('it waits as long as it is asked, up to half a minute, and twice as long each time', async () => {
  const asked = await retried([busy(30)])
  expect(asked.ms).toBeGreaterThan(28)
  expect((await retried([busy(30_001)])).result).toMatchObject({ condition: 'generator-busy' })
  // Four, eight and sixteen milliseconds.
  const jitter = await retried([busy(), busy(), busy()], 1, 4)
  expect(jitter.ms).toBeGreaterThan(4 + 8 + 16 - 3)
  expect(jitter.calls).toBe(4)
})

test('a task that ran out of time waits no longer', async () => {
  const controller = new AbortController()
  const call = async () => {
    setTimeout(() => controller.abort(), 5)
    throw busy(20_000)
  }
  await expect(retryUnpaid(call, { signal: controller.signal })).rejects.toMatchObject({
    condition: 'runtime',
    message: 'The task ran out of time.',
  })
})
