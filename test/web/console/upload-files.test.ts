import { expect, test } from 'vitest'
import { PART_BYTES, partBytes, partCount } from '../../../catalog/console/upload-limits.ts'
import {
  type DropFile,
  dropFile,
  filesToSend,
  uploadedBytes,
} from '../../../web/console/drop/drop-file.ts'
import { rateMeter } from '../../../web/console/drop/rate.ts'
import { rememberUploads } from '../../../web/console/drop/remembered-uploads.ts'
import { SendError } from '../../../web/console/drop/sending.ts'
import { type UploadDeps, uploadFiles } from '../../../web/console/drop/upload-files.ts'

function fileOf(name: string, size: number, fate: DropFile['fate'] = { is: 'source' }): DropFile {
  const bytes = {
    size,
    lastModified: 7,
    slice: () => bytes,
    arrayBuffer: async () => new ArrayBuffer(1),
  }
  const file = dropFile({ file: bytes as unknown as File, name })
  return { ...file, size, modified: 7, fate }
}

/** A console and a bucket in memory; `fails` says what a sending to an address does instead. */
function memoryOf(fails: (url: string, tried: number) => Error | undefined = () => undefined) {
  const stored = new Map<string, string>()
  const sent: string[] = []
  const tried = new Map<string, number>()
  const parts = new Map<string, Set<number>>()
  let most = 0
  let now = 0
  const asked: string[] = []
  const deps: UploadDeps = {
    ask: (async (path: string, { body }: { body?: unknown } = {}) => {
      asked.push(path.replace(/\?.*/, ''))
      const { files = [], names = [] } = (body ?? {}) as {
        files?: { name: string; size: number }[]
        names?: string[]
      }
      if (path === '/uploads') {
        return {
          uploads: files.map(({ name, size }) => {
            if (size < PART_BYTES) return { name, id: '', url: `put ${name}` }
            parts.set(name, new Set())
            return { name, id: name, parts: { count: partCount(size), bytes: partBytes(size) } }
          }),
        }
      }
      if (path === '/drops/jobs')
        return { dropped: names.map((name) => ({ name, job: `job ${name}` })) }
      const [, id = '', after = '0'] = /^\/uploads\/([^/?]+)(?:\?after=(\d+))?/.exec(path) ?? []
      if (path.endsWith('/complete')) return { name: id, job: `job ${id}` }
      const there = parts.get(id)
      if (!there) throw Object.assign(new Error('gone'), { code: 'Gone', status: 410 })
      const open = [1, 2, 3].filter((number) => number > Number(after) && !there.has(number))
      return {
        there: [...there].map((number) => ({ number, bytes: PART_BYTES })),
        next: open.map((number) => ({ number, url: `part ${id} ${number}` })),
      }
    }) as UploadDeps['ask'],
    send: async ({ url, seen, signal }) => {
      now += 1
      most = Math.max(most, now)
      await new Promise((on) => setTimeout(on))
      now -= 1
      if (signal.aborted) throw signal.reason
      const times = (tried.get(url) ?? 0) + 1
      tried.set(url, times)
      const error = fails(url, times)
      if (error) throw error
      seen(1)
      sent.push(url)
      const [, id = '', number] = /^part (\S+) (\d)/.exec(url) ?? []
      if (number !== undefined) parts.get(id)?.add(Number(number))
    },
    remembered: rememberUploads({
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, text) => void stored.set(name, text),
    }),
    pause: async () => {},
    running: async () => new AbortController().signal,
    say: (error) => (error as Error).message,
  }
  return { deps, sent, asked, parts, most: () => most }
}

test('companions go up before the files that they belong to, four at a time', async () => {
  const memory = memoryOf()
  const sources = Array.from({ length: 9 }, (_, at) => fileOf(`${at}.jpg`, 10))
  const companion = fileOf('0.mask.png', 10, { is: 'companion', of: '0.jpg' })
  await uploadFiles([...sources, companion], 'slim', memory.deps)
  expect(memory.sent[0]).toBe('put 0.mask.png')
  expect(memory.sent).toHaveLength(10)
  expect(memory.most()).toBe(4)
  expect(sources.map(({ status, job }) => [status, job])).toEqual(
    sources.map(({ name }) => ['sent', `job ${name}`]),
  )
  expect(companion.job).toBeUndefined()
  // Addresses and jobs are asked for together.
  expect(memory.asked.filter((path) => path === '/drops/jobs')).toHaveLength(1)
})

test('a part that fails is sent again, one whose address is over to another one', async () => {
  const memory = memoryOf((url, tried) =>
    url === 'part big 2' && tried < 3 ? new SendError(tried === 1 ? 0 : 403) : undefined,
  )
  const file = fileOf('big', 3 * PART_BYTES)
  await uploadFiles([file], 'slim', memory.deps)
  expect([file.status, file.job, uploadedBytes(file)]).toEqual(['sent', 'job big', 3 * PART_BYTES])
  expect(memory.sent.toSorted()).toEqual(['part big 1', 'part big 2', 'part big 3'])
})

test('while nothing answers, however long, no file is given up', async () => {
  let silent = 0
  const nothing = (): boolean => silent > 0 && silent-- > 0
  const memory = memoryOf()
  const pauses: number[] = []
  const files = [fileOf('a.jpg', 10), fileOf('big', 3 * PART_BYTES)]
  await uploadFiles(files, 'slim', {
    ...memory.deps,
    ask: async (...asked) => {
      if (nothing()) throw Object.assign(new Error('Offline'), { status: 0 })
      return memory.deps.ask(...asked)
    },
    send: async (sending) => {
      // The way is lost in the middle of the second part.
      if (sending.url === 'part big 2' && pauses.length === 0) silent = 60
      if (silent > 0) throw new SendError(0)
      await memory.deps.send(sending)
    },
    pause: async (ms) => void pauses.push(ms),
  })
  expect(files.map(({ status }) => status)).toEqual(['sent', 'sent'])
  expect(pauses.length).toBeGreaterThan(40)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(15_000)
})

test('parts that are there are not sent again, by whichever page', async () => {
  const memory = memoryOf((url) => (url.endsWith('3') ? new SendError(0) : undefined))
  const first = fileOf('big', 3 * PART_BYTES)
  await uploadFiles([first], 'slim', memory.deps)
  expect(first.status).toBe('failed')
  const again = { ...memory.deps, send: memoryOf().deps.send }
  const sent: string[] = []
  const spied: UploadDeps = {
    ...again,
    send: async (sending) => {
      sent.push(sending.url)
      await again.send(sending)
    },
  }
  const second = fileOf('big', 3 * PART_BYTES)
  await uploadFiles([second], 'slim', spied)
  expect([second.status, sent]).toEqual(['sent', ['part big 3']])
  // One that S3 does not keep any more is begun anew.
  memory.parts.delete('big')
  memory.deps.remembered.keep(
    { recipe: 'slim', name: 'big', size: 3 * PART_BYTES, modified: 7 },
    'gone',
  )
  const third = fileOf('big', 3 * PART_BYTES)
  await uploadFiles([third], 'slim', spied)
  expect(third.status).toBe('sent')
  expect(sent).toHaveLength(4)
})

test('one file that changed, or is refused, keeps no other; its source waits for no companion that failed', async () => {
  const memory = memoryOf((url) => (url === 'put bad.mask.png' ? new SendError(500) : undefined))
  const bad = fileOf('bad.jpg', 10)
  const mask = fileOf('bad.mask.png', 10, { is: 'companion', of: 'bad.jpg' })
  const changed = fileOf('changed.jpg', 10)
  Object.assign(changed.file, { arrayBuffer: () => Promise.reject(new Error('NotReadable')) })
  const good = fileOf('good.jpg', 10)
  const failing = memory.deps.send
  await uploadFiles([bad, mask, changed, good], 'slim', {
    ...memory.deps,
    send: (sending) =>
      sending.url === 'put changed.jpg' ? Promise.reject(new SendError(0)) : failing(sending),
  })
  expect([bad, mask, changed, good].map(({ status }) => status)).toEqual([
    ...['failed', 'failed', 'changed', 'sent'],
  ])
})

test('what was paused is sent again when it goes on', async () => {
  const memory = memoryOf()
  let ending = new AbortController()
  let aborted = 0
  const file = fileOf('a.jpg', 10)
  await uploadFiles([file], 'slim', {
    ...memory.deps,
    running: async () => {
      if (ending.signal.aborted) ending = new AbortController()
      return ending.signal
    },
    send: async (sending) => {
      if (aborted === 0) {
        aborted += 1
        ending.abort(new Error('paused'))
        throw sending.signal.reason
      }
      await memory.deps.send(sending)
    },
  })
  expect([file.status, aborted]).toEqual(['sent', 1])
})

test('what goes up is chosen: not what was dropped before, nor what lacks a file', () => {
  const all = [
    fileOf('a', 1),
    fileOf('b', 1, { is: 'source', earlier: { job: 'job-1', state: 'done' } }),
    fileOf('c', 1, { is: 'source', missing: ['c.mask'] }),
    fileOf('d', 1, { is: 'left', why: 'empty' }),
    fileOf('b.mask', 1, { is: 'companion', of: 'b' }),
    fileOf('x.mask', 1, { is: 'companion' }),
  ]
  const names = (again: boolean, incomplete: boolean) =>
    filesToSend(all, { again, incomplete }).map(({ name }) => name)
  expect(names(false, false)).toEqual(['x.mask', 'a'])
  expect(names(true, false)).toEqual(['b.mask', 'x.mask', 'a', 'b'])
  expect(names(false, true)).toEqual(['x.mask', 'a', 'c'])
})

test('parts are 8 MiB, and larger where ten thousand of these would not do', () => {
  expect([partBytes(1), partCount(PART_BYTES), partCount(PART_BYTES + 1)]).toEqual([
    PART_BYTES,
    1,
    2,
  ])
  const most = 10_000 * PART_BYTES
  expect([partBytes(most), partCount(most)]).toEqual([PART_BYTES, 10_000])
  expect([partBytes(most + 1), partCount(most + 1) <= 10_000]).toEqual([9 * 1024 * 1024, true])
})

test('an upload is remembered for two days, and of this file alone', () => {
  const stored = new Map<string, string>()
  let now = 0
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
  }
  const remembered = rememberUploads(storage, () => now)
  const file = { recipe: 'slim', name: 'a', size: 1, modified: 2 }
  remembered.keep(file, 'id')
  expect(remembered.find(file)).toBe('id')
  expect(remembered.find({ ...file, modified: 3 })).toBeUndefined()
  now = 2 * 86_400_000
  expect(remembered.find(file)).toBeUndefined()
  stored.set('darkroom-uploads', 'no JSON')
  expect(remembered.find(file)).toBeUndefined()
})

test('the rate is that of the last ten seconds', () => {
  const meter = rateMeter()
  meter.add(0, 0)
  meter.add(100, 999)
  expect(meter.perSecond()).toBeUndefined()
  meter.add(1000, 2000)
  expect(meter.perSecond()).toBe(500)
  meter.add(11_000, 12_000)
  expect(meter.perSecond()).toBe(1000)
})
