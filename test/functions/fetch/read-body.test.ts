import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bodyDecoder, decodeBody } from '../../../functions/fetch/decode-body.ts'
import { guardedLookup } from '../../../functions/fetch/guarded-lookup.ts'
import { readBody, readPrefix } from '../../../functions/fetch/read-body.ts'

/** A response of these chunks, which breaks off behind them where there is an error. */
function response(chunks: string[], { length, error }: { length?: number; error?: Error } = {}) {
  const read: string[] = []
  const body = async function* () {
    for (const chunk of chunks) {
      read.push(chunk)
      yield Buffer.from(chunk)
    }
    if (error) throw error
  }
  const headers = length === undefined ? {} : { 'content-length': String(length) }
  return { read, of: Object.assign(Readable.from(body()), { headers }) as never }
}

test('a body has as many bytes as are let, and a longer one is told at once', async () => {
  expect(String(Buffer.from(await readBody(response(['ab', 'c']).of, 3)))).toBe('abc')
  await expect(readBody(response(['ab', 'cd']).of, 3)).rejects.toMatchObject({ reason: 'bytes' })
  expect(await readBody(response(['abc'], { length: 3 }).of, 3)).toHaveLength(3)
  const named = response(['abc'], { length: 4 })
  await expect(readBody(named.of, 3)).rejects.toThrow('The answer is longer than 3 bytes.')
  expect(named.read).toEqual([])
})

test('a prefix ends where it is long enough, or where the body breaks off', async () => {
  const text = async (given: never, most: number) =>
    String(Buffer.from(await readPrefix(given, most)))
  expect(await text(response(['ab', 'cd', 'ef']).of, 3)).toBe('abc')
  expect(await text(response(['ab', 'cd'], { error: new Error('Away.') }).of, 4)).toBe('abcd')
  expect(await text(response(['ab'], { error: new Error('Away.') }).of, 9)).toBe('ab')
})

const decoded = async (body: Buffer, most: number, decoder = bodyDecoder(' GZIP ')) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of decodeBody(Readable.from([body]), decoder!, most)) chunks.push(chunk)
  return String(Buffer.concat(chunks))
}

test('decoded bytes are as many as are let, and of the coding that is named', async () => {
  const body = gzipSync('abc')
  expect(await decoded(body, 3)).toBe('abc')
  await expect(decoded(body, 2)).rejects.toMatchObject({
    reason: 'bytes',
    message: 'The answer is longer than 2 bytes.',
  })
  for (const coding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd']) {
    const wrong = decoded(Buffer.from('not of any coding'), 99, bodyDecoder(coding))
    await expect(wrong).rejects.toMatchObject({ reason: 'encoding' })
  }
  const broken = async function* () {
    yield body.subarray(0, 4)
    throw Object.assign(new Error('Away.'), { code: 'ECONNRESET' })
  }
  const reading = async () => {
    for await (const _ of decodeBody(broken(), bodyDecoder('gzip')!, 9));
  }
  await expect(reading()).rejects.toThrow('Away.')
  expect([bodyDecoder('gzip, br'), bodyDecoder('identity')]).toEqual([undefined, undefined])
})

const PUBLIC = { address: '93.184.215.14', family: 4 }

/** What a socket is told of a name with these addresses. */
const looked = (addresses: object[] | Error, all = false) =>
  new Promise<unknown[]>((done) => {
    const resolve = async () => {
      if (addresses instanceof Error) throw addresses
      return addresses
    }
    const lookup = guardedLookup(resolve as never)
    lookup('x.example', { all }, (...told: unknown[]) => done(told))
  })

test('a name is looked up where every address of it is public', async () => {
  const six = { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 }
  expect(await looked([six, PUBLIC])).toEqual([null, six.address, 6])
  expect(await looked([six, PUBLIC], true)).toEqual([null, [six, PUBLIC]])
  const message = 'The name x.example has no public address.'
  const refused = (reason: string) => [expect.objectContaining({ reason, message }), '']
  expect(await looked([PUBLIC, { address: '10.0.0.1', family: 4 }])).toEqual(refused('address'))
  expect(await looked([])).toEqual(refused('dns'))
  expect(await looked(new Error('ENOTFOUND'))).toEqual(refused('dns'))
})
