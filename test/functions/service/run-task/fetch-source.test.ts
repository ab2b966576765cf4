import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { FetchRefused } from '../../../../functions/fetch/fetch-refused.ts'
import { log } from '../../../../functions/log.ts'
import { fetchSource, fetchVideo } from '../../../../functions/service/run-task/fetch-source.ts'
import { openGenerationAccount } from '../../../../functions/service/run-task/generation-account.ts'

const folder = mkdtempSync(join(tmpdir(), 'darkroom-fetch-'))
const path = join(folder, 'video')
const silenced = vi.spyOn(log, 'warn').mockReturnValue()
afterAll(() => {
  rmSync(folder, { recursive: true })
  silenced.mockRestore()
})

type Answer = { status?: number; body?: string; chunks?: string[]; slot?: unknown; error?: Error }

function deps({ status = 200, body = 'file', chunks = [body], slot, error }: Answer) {
  const asked: unknown[] = []
  let discarded = 0
  const answer = (...given: unknown[]) => {
    asked.push(given)
    if (error) throw error
    return slot
  }
  const from = {
    files: {
      get: async (...given: unknown[]) => answer(...given),
      download: async (...given: unknown[]) => answer(...given),
    },
    fetch: async (...given: unknown[]) => {
      answer(...given)
      return { status, bytes: Buffer.from(body) }
    },
    fetchStream: async (...given: unknown[]) => {
      answer(...given)
      const stream = async function* () {
        for (const chunk of chunks) yield Buffer.from(chunk)
      }
      return { status, body: stream(), discard: () => void discarded++ }
    },
    allowLoopbackOrigin: 'http://localhost:1',
  }
  return { from: from as never, asked, discarded: () => discarded }
}
const { signal } = new AbortController()
const ended = AbortSignal.abort()

async function both(answer: Answer, file: object = { url: 'https://h/a' }, by = signal) {
  const told = ({ condition, code, message, name }: Record<string, string>) =>
    `${condition ?? code ?? name}: ${message}`
  const whole = await fetchSource(file as never, 10, by, deps(answer).from).then(
    (bytes) => Buffer.from(bytes).toString(),
    told,
  )
  const streamed = await fetchVideo(file as never, 10, path, by, deps(answer).from).then(
    () => ('url' in file ? readFileSync(path, 'utf8') : 'written'),
    told,
  )
  return [whole, streamed]
}

test('a file is fetched from its address with one byte less than too many', async () => {
  expect(await both({})).toEqual(['file', 'file'])
  const { from, asked } = deps({})
  await fetchSource({ url: 'https://h/a' } as never, 10, signal, from)
  await fetchVideo({ url: 'https://h/a' } as never, 10, path, signal, from)
  const bounds = {
    maxBytes: 9,
    timeoutMs: 60_000,
    allowLoopbackOrigin: 'http://localhost:1',
    signal,
  }
  expect(asked).toEqual([
    ['https://h/a', bounds],
    ['https://h/a', bounds],
  ])
})

const twice = (text: string) => [text, text]
const ANSWERED = 'download: The source URL answered with HTTP status'

test.each([
  [404, '', `${ANSWERED} 404.`],
  [201, '', `${ANSWERED} 201.`],
  [403, 'x', `${ANSWERED} 403.`],
  [
    403,
    '<Code>InvalidObjectState</Code>',
    `${ANSWERED} 403, InvalidObjectState: the object is archived. Restore it, then create the task again.`,
  ],
  [404, '<Code>InvalidObjectState</Code>', `${ANSWERED} 404.`],
  [
    403,
    `${' '.repeat(4065)}<Code>InvalidObjectState</Code>`,
    `${ANSWERED} 403, InvalidObjectState: the object is archived. Restore it, then create the task again.`,
  ],
  [403, `${' '.repeat(4066)}<Code>InvalidObjectState</Code>`, `${ANSWERED} 403.`],
])('what answers %i with %s is told', async (status, body, words) => {
  expect(await both({ status, body })).toEqual(twice(words))
})

test('of an answer that is no file the start is read, and the rest let go', async () => {
  let read = 0
  const stream = async function* () {
    for (; read < 10; read++) yield Buffer.alloc(2048)
  }
  let discarded = 0
  const fetchStream = async () => ({ status: 500, body: stream(), discard: () => void discarded++ })
  const from = { ...(deps({}).from as object), fetchStream } as never
  await expect(fetchVideo({ url: 'u' } as never, 10, path, signal, from)).rejects.toThrow('500')
  expect([read, discarded]).toEqual([1, 1])
  const broken = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('x')
    throw new Error('Broken off.')
  }
  const other = {
    ...(deps({}).from as object),
    fetchStream: async () => ({ status: 500, body: broken(), discard: () => {} }),
  }
  await expect(fetchVideo({ url: 'u' } as never, 10, path, signal, other as never)).rejects.toThrow(
    '500',
  )
})

test.each<[string, string]>([
  ['bytes', 'bytes: The file must be smaller than 10 bytes.'],
  ['aborted', 'runtime: The task ran out of time.'],
  ['encoding', 'unreadable: No. Store and serve the file as it is.'],
  ['dns', 'download: No.'],
])('an address that is refused for %s: %s', async (reason, words) => {
  expect(await both({ error: new FetchRefused(reason as never, 'No.') })).toEqual(twice(words))
})

test('a defect is thrown as it is', async () => {
  expect(await both({ error: new TypeError('Broken.') })).toEqual(twice('TypeError: Broken.'))
})

const SLOT = { signed: 'https://signed' }

test('a file of a slot is read by its signed address', async () => {
  expect(await both({ slot: Buffer.from('file') }, SLOT)).toEqual(['file', 'written'])
  const { from, asked } = deps({ slot: Buffer.from('file') })
  await fetchSource(SLOT as never, 10, signal, from)
  await fetchVideo(SLOT as never, 10, path, signal, from)
  expect(asked).toEqual([
    ['https://signed', 9, signal],
    ['https://signed', path, 9, signal],
  ])
})

test.each<[Answer, AbortSignal, string]>([
  [{ slot: 'absent' }, signal, 'unknown_internal_error: The upload slot holds no file.'],
  [{ slot: 'too large' }, signal, 'bytes: The file must be smaller than 10 bytes.'],
  [{ error: new Error('Broken.') }, signal, 'Error: Broken.'],
  [{ error: new Error('Broken.') }, ended, 'runtime: The task ran out of time.'],
])('a slot with %j: %#', async (answer, by, words) => {
  expect(await both(answer, SLOT, by)).toEqual(twice(words))
})

/** An account at a broker that answers so. */
function account(begun: unknown, settled: boolean | Error = true) {
  const calls: unknown[] = []
  const note = (name: string, answer: unknown) => async (asked: unknown) => {
    calls.push([name, asked])
    if (answer instanceof Error) throw answer
    return answer
  }
  const broker = {
    beginGeneration: note('begin', begun),
    keepTicket: note('keep', settled),
    settleGeneration: note('settle', settled),
  }
  const paying = openGenerationAccount(
    { task: 't', holder: 'h' },
    { broker: broker as never, dollarsPerTask: 2 },
  )
  const reserve = (idempotent = false) =>
    paying
      .reserve({ nth: 1, told: 'x', idempotent } as never)
      .catch(({ condition, name }: Record<string, string>) => condition ?? name)
  return { calls, paying, reserve }
}

test.each<[unknown, boolean, unknown]>([
  ['begun', false, undefined],
  ['begun before', true, undefined],
  ['begun before', false, 'generator-lost'],
  ['too dear', true, 'generator-budget'],
  ['not held', false, 'LeaseLost'],
  [{ ticket: 'k' }, false, 'k'],
])('a call that was %j, idempotent %s, is %s', async (begun, idempotent, expected) => {
  expect(await account(begun).reserve(idempotent)).toBe(expected)
})

test('a budget is told, and a call is noted under its lease', async () => {
  const { paying } = account('too dear')
  await expect(paying.reserve({ nth: 1 } as never)).rejects.toThrow('more than 2 dollars')
  const { calls, paying: own } = account('begun')
  expect([own.task, own.patienceMs]).toEqual(['t', 30_000])
  await own.keepTicket(1, 'k')
  await own.settle(1, 'g' as never)
  const held = { task: 't', holder: 'h', nth: 1 }
  expect(calls).toEqual([
    ['keep', { ...held, ticket: 'k' }],
    ['settle', { ...held, generation: 'g' }],
  ])
})

test('a lease that is lost ends the work, and a note that fails does not', async () => {
  const lost = account('begun', false).paying
  await expect(lost.keepTicket(1, 'k')).rejects.toMatchObject({ name: 'LeaseLost' })
  await expect(lost.settle(1, 'g' as never)).rejects.toMatchObject({ name: 'LeaseLost' })
  await account('begun', new Error('Away.')).paying.settle(1, 'g' as never)
})
