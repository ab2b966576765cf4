import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { NoSuchKey, NotFound } from '@aws-sdk/client-s3'
import { afterAll, expect, test } from 'vitest'
import { s3FileStore } from '../../../../../../functions/service/core/adapters/s3/s3-file-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'darkroom-store-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'file')

function storeWith(
  answer: (name: string, input: Record<string, unknown>, tries: number) => unknown,
) {
  const asked: unknown[] = []
  const send = async (
    command: { constructor: { name: string }; input: Record<string, unknown> },
    options?: object,
  ) => {
    const name = command.constructor.name.replace('Command', '')
    asked.push(options === undefined ? [name, command.input] : [name, command.input, options])
    return (await answer(name, command.input, asked.length)) ?? {}
  }
  return { asked, store: s3FileStore({ send } as never, 'files') }
}
const fault = { $metadata: {}, message: '' }
const KEY = { Bucket: 'files', Key: 'k' }

function body(text: string) {
  const stream = Readable.from([Buffer.from(text)])
  return Object.assign(stream, { transformToByteArray: async () => Buffer.from(text) })
}

test('a file is read whole, or into a file, up to its bound', async () => {
  const { signal } = new AbortController()
  const { asked, store } = storeWith(() => ({ Body: body('abc'), ContentLength: 3 }))
  expect(Buffer.from((await store.get('k', 3, signal)) as Uint8Array).toString()).toBe('abc')
  expect(await store.download('k', path, 3)).toBe('written')
  expect(readFileSync(path, 'utf8')).toBe('abc')
  expect(asked).toEqual([
    ['GetObject', KEY, { abortSignal: signal }],
    ['GetObject', KEY, {}],
  ])
  expect(await store.download('k', path, 3, signal)).toBe('written')
})

test('a file that is too large is let go, and one that is not there is absent', async () => {
  const whole = body('abc')
  const { store } = storeWith(() => ({ Body: whole, ContentLength: 4 }))
  expect(await store.get('k', 3)).toBe('too large')
  expect(whole.destroyed).toBe(true)
  expect(await storeWith(() => ({ ContentLength: 4 })).store.download('k', path, 3)).toBe(
    'too large',
  )
  expect(await storeWith(() => ({})).store.get('k', 3)).toBe('absent')
  const gone = storeWith(() => Promise.reject(new NoSuchKey(fault))).store
  expect([await gone.get('k', 3), await gone.download('k', path, 3)]).toEqual(['absent', 'absent'])
  const away = storeWith(() => Promise.reject(new Error('Away.'))).store
  await expect(away.get('k', 3)).rejects.toThrow('Away.')
})

test('it is known whether a file is there', async () => {
  expect(await storeWith(() => ({})).store.has('k')).toBe(true)
  expect(await storeWith(() => Promise.reject(new NotFound(fault))).store.has('k')).toBe(false)
  const away = storeWith(() => Promise.reject(new Error('Away.'))).store
  await expect(away.has('k')).rejects.toThrow('Away.')
})

test('bytes are written at once, with a name where they have one', async () => {
  const { asked, store } = storeWith(() => ({}))
  const bytes = Buffer.from('abc')
  await store.put('k', bytes, { contentType: 'image/png' })
  await store.put('k', bytes, { contentType: 'image/png', fileName: 'a.png' })
  const put = { ...KEY, ContentType: 'image/png', Body: bytes }
  expect(asked).toEqual([
    ['PutObject', put],
    ['PutObject', { ...put, ContentDisposition: 'inline; filename="a.png"' }],
  ])
})

test('a file is sent three times at most, each time from its start', async () => {
  writeFileSync(path, 'abc')
  const sent: string[] = []
  const failing = (times: number) =>
    storeWith(async (_, { Body, ContentLength }, tries) => {
      sent.push(`${await buffer(Body as Readable)} ${ContentLength}`)
      if (tries <= times) throw new Error('Broken off.')
    }).store.put('k', { path }, { contentType: 'video/mp4' })
  await failing(2)
  expect(sent).toEqual(['abc 3', 'abc 3', 'abc 3'])
  await expect(failing(3)).rejects.toThrow('Broken off.')
  expect(sent).toHaveLength(6)
})

test('each file is removed', async () => {
  const { asked, store } = storeWith(() => ({}))
  await store.remove(['k', 'l'])
  expect(asked).toEqual([
    ['DeleteObject', KEY],
    ['DeleteObject', { ...KEY, Key: 'l' }],
  ])
})
