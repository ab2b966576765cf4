import { expect, test } from 'vitest'
import { checksumHeaders, isoTime, OWNER } from '../../../local/s3/actions/answer-values.ts'
import { listParts } from '../../../local/s3/actions/list-parts.ts'
import { objectHeaders } from '../../../local/s3/actions/object-headers.ts'
import { postObject } from '../../../local/s3/actions/post-object.ts'
import { uploadPart } from '../../../local/s3/actions/upload-part.ts'
import type { Checksum } from '../../../local/s3/checksum/algorithms.ts'
import { openBodies } from '../../../local/s3/store/open-bodies.ts'
import type { VersionRow } from '../../../local/s3/store/records.ts'
import type { Store } from '../../../local/s3/store/store.ts'
import { parseXml, xmlChildren, xmlText } from '../../../local/s3/xml/parse-xml.ts'
import { callOf } from './call-of.ts'
import { freshDir } from './open-s3.ts'

const CHECKSUM: Checksum = { algorithm: 'CRC32', value: 'AAAAAA==', type: 'FULL_OBJECT' }
const VERSION = {
  id: 'v',
  etag: 'abc',
  size: 10,
  modified: Date.UTC(2026, 0, 1),
  tags: '[]',
  headers: JSON.stringify({ 'content-type': 'a/b', 'cache-control': 'no-store' }),
  checksum: JSON.stringify(CHECKSUM),
}

/** The headers of a read of ten bytes. */
function headers(
  given: { version?: object; span?: object; query?: [string, string][]; fields?: object } = {},
) {
  const store = {
    clock: () => 0,
    index: { one: () => ({ versioning: given.version ? null : 'Enabled' }) },
  } as unknown as Store
  const call = callOf({ store, query: given.query ?? [], fields: { ...given.fields } })
  const span = { start: 0, end: 9, partial: false, ...given.span }
  return objectHeaders(call, { ...VERSION, ...given.version } as VersionRow, span)
}

const PLAIN = {
  'content-type': 'a/b',
  'cache-control': 'no-store',
  etag: '"abc"',
  'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
  'accept-ranges': 'bytes',
  'content-length': '10',
  'x-amz-version-id': 'v',
  'x-amz-server-side-encryption': 'AES256',
}

test('a read tells of the object what is stored', () => {
  expect(headers()).toEqual(PLAIN)
  const version = { tags: '[["a","1"],["b","2"]]' }
  const { 'x-amz-version-id': _, ...unversioned } = PLAIN
  expect(headers({ version })).toEqual({ ...unversioned, 'x-amz-tagging-count': '2' })
})

test('part of an object says which, and shows no checksum', () => {
  const asked = { 'x-amz-checksum-mode': 'enabled' }
  const span = { start: 2, end: 4, partial: true, parts: 3 }
  expect(headers({ span, fields: asked })).toEqual({
    ...PLAIN,
    'content-length': '3',
    'content-range': 'bytes 2-4/10',
    'x-amz-mp-parts-count': '3',
  })
  expect(headers({ fields: asked })).toEqual({
    ...PLAIN,
    'x-amz-checksum-crc32': 'AAAAAA==',
    'x-amz-checksum-type': 'FULL_OBJECT',
  })
  expect(headers({ fields: { 'x-amz-checksum-mode': 'DISABLED' } })).toEqual(PLAIN)
  expect(headers({ fields: asked, version: { checksum: null } })).not.toHaveProperty(
    'x-amz-checksum-type',
  )
})

/** API Reference, GetObject, "Overriding response header values through the request". */
test.each([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
])('a reader may ask for another %s', (name) => {
  expect(headers({ query: [[`response-${name}`, 'é']] })).toEqual({ ...PLAIN, [name]: '\xc3\xa9' })
})

test('values of answers are as S3 writes them', () => {
  expect(isoTime(Date.UTC(2026, 0, 1) + 999)).toBe('2026-01-01T00:00:00.000Z')
  expect(OWNER).toEqual({ ID: '0'.repeat(64), DisplayName: 'local' })
  expect(checksumHeaders(undefined)).toEqual({})
})

async function* pieces(text: string) {
  yield Buffer.from(text)
}

/** A store that takes everything, and the bodies of a folder. */
async function takingStore(row: object) {
  return {
    clock: () => 0,
    bodies: await openBodies(await freshDir(), () => true),
    outbox: { wake: () => undefined },
    index: {
      one: () => row,
      run: () => 1,
      all: () => [],
      flush: async () => undefined,
      transaction: <T>(work: () => T) => work(),
    },
  } as unknown as Store
}

test('a part without a checksum gets one of the algorithm that its upload has', async () => {
  const part = async (algorithm: string | null, fields = {}) => {
    const { headers } = await uploadPart(
      callOf({
        store: await takingStore({ id: 'u', algorithm, body: null }),
        query: [
          ['partNumber', '1'],
          ['uploadId', 'u'],
        ],
        headers: { 'content-length': '3' },
        auth: { payload: { kind: 'plain' } } as never,
        openBody: () => pieces('abc'),
        fields,
      }),
    )
    return headers
  }
  const always = {
    etag: '"900150983cd24fb0d6963f7d28e17f72"',
    'x-amz-server-side-encryption': 'AES256',
  }
  expect(await part('CRC32')).toEqual({ ...always, 'x-amz-checksum-crc32': 'NSRBwg==' })
  expect(await part(null)).toEqual(always)
  const own = { 'x-amz-checksum-crc32': 'NSRBwg==' }
  expect(await part(null, own)).toEqual({ ...always, ...own })
  await expect(part('SHA1', own)).rejects.toMatchObject({ code: 'InvalidRequest' })
})

test.each([
  ['CRC32', 'NSRBwg==', { ChecksumAlgorithm: 'CRC32', Part: 'NSRBwg==' }],
  ['CRC32', null, { ChecksumAlgorithm: 'CRC32', Part: undefined }],
  [null, 'NSRBwg==', { ChecksumAlgorithm: undefined, Part: undefined }],
])('the parts of an upload of %s are listed, a page at a time', (algorithm, checksum, expected) => {
  const parts = [1, 2, 3].map((number) => ({
    number,
    modified: 0,
    etag: `e${number}`,
    size: number,
    checksum,
  }))
  const all = (_: string, __: string, after: number, limit: number) =>
    parts.filter(({ number }) => number > after).slice(0, limit)
  const row = { id: 'u', algorithm, checksum_type: algorithm && 'COMPOSITE' }
  const store = { index: { one: () => row, all } } as unknown as Store
  const list = (...query: [string, string][]) => {
    const { body } = listParts(callOf({ store, query: [['uploadId', 'u'], ...query] }))
    const xml = parseXml(String(body))
    const of = (name: string) => xmlText(xml, name)
    const numbers = xmlChildren(xml, 'Part')
      .map((part) => xmlText(part, 'PartNumber'))
      .join()
    return { numbers, next: of('NextPartNumberMarker'), truncated: of('IsTruncated'), xml }
  }
  const { xml, ...whole } = list()
  expect(whole).toEqual({ numbers: '1,2,3', next: undefined, truncated: 'false' })
  expect(xmlText(xml, 'ChecksumAlgorithm')).toBe(expected.ChecksumAlgorithm)
  const [first] = xmlChildren(xml, 'Part')
  expect(first?.children.map(({ name }) => name)).toEqual([
    'PartNumber',
    'LastModified',
    'ETag',
    'Size',
    ...(expected.Part === undefined ? [] : ['ChecksumCRC32']),
  ])
  expect(list(['max-parts', '3'])).toMatchObject({ truncated: 'false' })
  expect(list(['max-parts', '2'])).toMatchObject({ numbers: '1,2', next: '2', truncated: 'true' })
  expect(list(['max-parts', '0'])).toMatchObject({ numbers: '', truncated: 'false' })
  expect(list(['part-number-marker', '2'])).toMatchObject({ numbers: '3' })
  expect(list(['part-number-marker', 'x'])).toMatchObject({ numbers: '1,2,3' })
})

/** API Reference, "POST Object", `success_action_status` and `success_action_redirect`. */
test.each([
  [undefined, undefined, 204, 'http://h/drop/a%20b'],
  ['200', undefined, 200, 'http://h/drop/a%20b'],
  ['201', undefined, 201, 'http://h/drop/a%20b'],
  ['404', undefined, 204, 'http://h/drop/a%20b'],
  ['201', 'https://page/?x=1', 303, 'https://page/?x=1&bucket=drop&key=a+b&etag=%22'],
  ['200', 'no address', 200, 'http://h/drop'],
  ['200', 'javascript:alert(1)', 200, 'http://h/drop'],
])(
  'a form that asks for %s and %s is answered %i',
  async (status, redirect, answered, location) => {
    const answer = await postObject(
      callOf({
        store: await takingStore({ versioning: null, notify: 0, marker: 1 }),
        key: 'a b',
        auth: { payload: { kind: 'file', least: 0, most: 9 } } as never,
        openBody: () => pieces('abc'),
        form: { status, redirect, host: 'h' },
      }),
    )
    expect(answer.status).toBe(answered)
    expect(String(answer.headers?.['location']).startsWith(location)).toBe(true)
    expect(typeof answer.body).toBe(answered === 201 ? 'string' : 'undefined')
  },
)
