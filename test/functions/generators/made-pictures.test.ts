import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { FetchRefused } from '../../../functions/fetch/fetch-refused.ts'
import { invokeModel } from '../../../functions/generators/bedrock/invoke-model.ts'
import { generatorKey } from '../../../functions/generators/generator-key.ts'
import { madePicture, madePictureFromBase64 } from '../../../functions/generators/made-picture.ts'
import { readAnswer } from '../../../functions/generators/openai/read-answer.ts'
import { pictureAt } from '../../../functions/generators/queue/picture-at.ts'
import {
  sentPicture,
  transparentMask,
  whiteMask,
} from '../../../functions/generators/sent-picture.ts'

const create = { width: 3, height: 2, channels: 3 as const, background: '#123456' }
const PNG = await sharp({ create }).png().toBuffer()
const BASE64 = PNG.toString('base64')
const { signal } = new AbortController()

type Fetched = { status: number; bytes?: Uint8Array } | Error

/** A server of pictures, and what it was asked. */
function target(answer: Fetched = { status: 200, bytes: PNG }, change: object = {}) {
  const asked: unknown[] = []
  const fetch = async (...given: unknown[]) => {
    asked.push(given)
    if (answer instanceof Error) throw answer
    return answer
  }
  const own = { url: 'http://own:80/v1/images/edits', isPrivate: false, authorization: 'k', signal }
  return { asked, target: { ...own, fetch: fetch as never, ...change } }
}
const kindOf = (made: Promise<unknown>) =>
  made.then(
    (picture) => (picture as { width: number }).width,
    ({ condition, name }) => condition ?? name,
  )

test.each<[string, object, number | string]>([
  ['in base64', { data: [{ b64_json: BASE64 }] }, 3],
  ['in a data URL', { data: [{ url: `data:image/png;base64,${BASE64}` }] }, 3],
  ['at a URL', { data: [{ url: 'https://store/a.png' }] }, 3],
  [
    'that a filter withheld',
    { data: [{ b64_json: BASE64, finish_reason: 'content_policy' }] },
    'content',
  ],
  [
    'that one of several reasons withheld',
    { data: [], finish_reasons: [null, 'SAFETY'] },
    'content',
  ],
  ['with a reason that is none', { data: [{ b64_json: BASE64, finish_reason: 'stop' }] }, 3],
  ['with a reason that is no text', { data: [{ b64_json: BASE64 }], finish_reasons: [5] }, 3],
  ['with reasons that are no list', { data: [{ b64_json: BASE64 }], finish_reasons: 'nsfw' }, 3],
  ['that is not there', { data: [{}] }, 'generator-lost'],
  ['in no list', { data: { b64_json: BASE64 } }, 'generator-lost'],
  ['in nothing', {}, 'generator-lost'],
])('a picture %s', async (_, answer, expected) => {
  expect(await kindOf(readAnswer(answer as never, target().target))).toBe(expected)
})

test('a picture is fetched without the key, from the server itself also where that is private', async () => {
  const url = 'http://own/a.png'
  const answer = { data: [{ url }] }
  const most = { maxBytes: 40_000_000, timeoutMs: 60_000, signal }
  const open = target()
  await readAnswer(answer, open.target)
  const hidden = target(undefined, { isPrivate: true })
  await readAnswer(answer, hidden.target)
  expect([open.asked, hidden.asked]).toEqual([
    [[url, most]],
    [[url, { ...most, allowPrivateOrigin: 'http://own' }]],
  ])
  const named = 'https://store/data:image/png;base64,a.png'
  const other = target()
  await readAnswer({ data: [{ url: named }] }, other.target)
  expect(other.asked).toEqual([[named, most]])
})

test.each<[string, Fetched, string]>([
  ['another status', { status: 201, bytes: PNG }, 'generator-lost'],
  ['a refusal', new FetchRefused('dns' as never, 'No.'), 'generator-lost'],
  ['a defect', new TypeError('Broken.'), 'TypeError'],
])('a picture that %s keeps away', async (_, fetched, kind) => {
  const url = 'https://fal.media/a.png'
  const { target: server } = target(fetched)
  expect(await kindOf(readAnswer({ data: [{ url }] }, server))).toBe(kind)
  const source = { target: server, hosts: ['fal.media'], own: undefined }
  expect(await kindOf(pictureAt(url, '', source))).toBe(kind)
})

const at = (output: unknown, path = '', own?: string, change = {}) => {
  const { target: server, asked } = target(undefined, change)
  const source = { target: server, hosts: ['fal.media', 'fal.ai'], own }
  return pictureAt(output, path, source).then(
    () => asked[0] ?? 'made',
    ({ condition, name }) => condition ?? name,
  )
}
const URL_AT = 'https://fal.media/a.png'
const MOST = { maxBytes: 40_000_000, timeoutMs: 60_000, signal }

test.each<[unknown, string, unknown]>([
  [URL_AT, '', [URL_AT, MOST]],
  [[URL_AT, 'other'], '', [URL_AT, MOST]],
  [{ images: [{ url: URL_AT }] }, 'images.0.url', [URL_AT, MOST]],
  [{ a: null }, 'a.b', 'generator-lost'],
  [{}, 'constructor.name', 'generator-lost'],
  [[], '', 'generator-lost'],
  [`data:image/svg+x.y-z;base64,${BASE64}`, '', 'made'],
  [` data:image/png;base64,${BASE64}`, '', 'generator-lost'],
  [{ image: URL_AT, has_nsfw_concepts: [true] }, 'image', 'content'],
  [{ image: URL_AT, has_nsfw_concepts: true }, 'image', 'content'],
  [{ image: URL_AT, has_nsfw_concepts: [false, true] }, 'image', [URL_AT, MOST]],
  [{ image: URL_AT, has_nsfw_concepts: 'yes' }, 'image', [URL_AT, MOST]],
])('of %j at "%s" comes %j', async (output, path, expected) => {
  expect(await at(output, path)).toEqual(expected)
})

test.each([
  ['https://v3.fal.media/a', undefined, true],
  ['https://fal.ai/a', undefined, true],
  ['https://notfal.media/a', undefined, false],
  ['https://fal.media.evil/a', undefined, false],
  ['/a', undefined, false],
  ['/a', 'http://own/v1', true],
  ['http://own/b', 'http://own/v1', true],
  ['http://own:81/b', 'http://own/v1', false],
])('%s of the server %s is fetched: %s', async (url, own, fetched) => {
  expect((await at(url, '', own)) !== 'generator-lost').toBe(fetched)
})

test('a private address is that of the server itself alone', async () => {
  const hidden = { isPrivate: true }
  expect(await at('/a', '', 'http://own/v1', hidden)).toEqual([
    'http://own/a',
    { ...MOST, allowPrivateOrigin: 'http://own' },
  ])
  expect(await at(URL_AT, '', 'http://own/v1', hidden)).toEqual([URL_AT, MOST])
})

test('what is no picture was paid all the same', async () => {
  expect(await kindOf(madePicture(Buffer.from('no')))).toBe('generator-lost')
  expect(await kindOf(madePicture(PNG))).toBe(3)
  expect(await kindOf(madePictureFromBase64(5))).toBe('generator-lost')
  expect(await kindOf(madePictureFromBase64(BASE64))).toBe(3)
})

const pngOf = (width: number) =>
  sharp({ create: { ...create, width, height: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
/** Bytes that say they are so many, for nobody wants to hold them. */
const saying = (bytes: Uint8Array, length: number) =>
  Object.defineProperty(Buffer.from(bytes), 'length', { value: length })

test('a picture that was made has less than 40 megabytes, and 8192 pixels a side at most', async () => {
  expect(await kindOf(madePicture(await pngOf(8192)))).toBe(8192)
  expect(await kindOf(madePicture(await pngOf(8193)))).toBe('generator-lost')
  const padded = Buffer.alloc(40_000_000)
  padded.set(PNG)
  expect(await kindOf(madePicture(padded.subarray(0, -1)))).toBe(3)
  expect(await kindOf(madePicture(padded))).toBe('generator-lost')
})

test('a defect of our own is no answer that was lost', async () => {
  expect(await kindOf(madePicture(undefined as never))).toBe('TypeError')
})

test('an answer of Bedrock is read up to 60 megabytes', async () => {
  const answer = Buffer.from(JSON.stringify({ images: [BASE64] }))
  const invokeOf = (length: number) => {
    const send = async () => ({ body: saying(answer, length) })
    return kindOf(invokeModel({ send } as never, 'm', {}, { signal }))
  }
  expect([await invokeOf(60_000_000), await invokeOf(60_000_001)]).toEqual([3, 'generator-lost'])
})

test('text that is longer than a picture in base64 is not decoded', async () => {
  const from = vi.spyOn(Buffer, 'from')
  await kindOf(madePictureFromBase64(' '.repeat(53_333_334)))
  expect(from).not.toHaveBeenCalled()
  from.mockRestore()
})

async function invoke(answer: unknown) {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const send = async () => ({ body: Buffer.from(body) })
  return await kindOf(invokeModel({ send } as never, 'm', {}, { signal }))
}

test.each<[unknown, number | string]>([
  [{ images: [BASE64] }, 3],
  [{ images: [BASE64], finish_reasons: [null] }, 3],
  [{ images: [BASE64], finish_reasons: ['SUCCESS'] }, 3],
  [{ images: [BASE64], finish_reasons: [''] }, 3],
  [{ images: [BASE64], finish_reasons: 'Filter' }, 3],
  [{ finish_reasons: ['Filter reason: prompt'] }, 'content'],
  [{ finish_reasons: ['filtered'] }, 'content'],
  [{ finish_reasons: ['Inference error'] }, 'runtime'],
  [{ images: BASE64 }, 'generator-lost'],
  ['{', 'generator-lost'],
  ['null', 'generator-lost'],
  ['5', 'generator-lost'],
])('an answer of Bedrock %j is %s', async (answer, expected) => {
  expect(await invoke(answer)).toBe(expected)
})

test.each([
  ['Filter reason: output image', 'refused the output image.'],
  ['Filter reason: prompt ', 'refused the prompt.'],
  ['filtered', 'refused the request.'],
])('a reason %s is told', async (reason, words) => {
  const send = async () => ({ body: Buffer.from(JSON.stringify({ finish_reasons: [reason] })) })
  await expect(invokeModel({ send } as never, 'm', {}, { signal })).rejects.toThrow(words)
})

const picture = (width: number, height: number) => ({
  width,
  height,
  data: new Uint8ClampedArray(4 * width * height),
})

test('a picture is sent as PNG up to 1.6 megapixels, and masks say where new content belongs', async () => {
  const [small, large] = [
    await sentPicture(picture(1600, 1000) as never),
    await sentPicture(picture(1601, 1000) as never),
  ]
  expect(small).toMatchObject({ contentType: 'image/png', name: 'image.png' })
  expect(large).toMatchObject({ contentType: 'image/jpeg', name: 'image.jpg' })
  expect((await sharp(small.bytes).metadata()).format).toBe('png')
  expect((await sharp(large.bytes).metadata()).format).toBe('jpeg')
  const mask = { width: 2, height: 1, data: new Uint8Array([0, 200]) }
  const rgba = await sharp(await transparentMask(mask as never))
    .raw()
    .toBuffer()
  expect([...rgba]).toEqual([0, 0, 0, 255, 0, 0, 0, 55])
  const { data, info } = await sharp(await whiteMask(mask as never))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([[...data], info.channels]).toEqual([[0, 200], 1])
})

test.each([
  ['{"apiKey":" k "}', 'k'],
  ['{"apiKey":""}', undefined],
  ['{"apiKey":5}', undefined],
  [' plain ', 'plain'],
])('the key in %s is %s', async (SecretString, key) => {
  const send = vi
    .spyOn(SecretsManagerClient.prototype, 'send')
    .mockImplementation(async () => ({ SecretString }))
  expect(await generatorKey('arn')()).toBe(key)
  send.mockRestore()
  expect(await generatorKey(undefined)()).toBeUndefined()
})
