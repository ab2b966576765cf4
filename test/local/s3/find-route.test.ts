import { expect, test } from 'vitest'
import { findRoute } from '../../../local/s3/find-route.ts'
import { callOf, codeOf } from './call-of.ts'

const PAGE = 'prefix delimiter encoding-type max-keys'
const UPLOADS = 'prefix delimiter encoding-type max-uploads key-marker upload-id-marker'
const READ =
  'versionId partNumber response-cache-control response-content-disposition response-content-encoding ' +
  'response-content-language response-content-type response-expires'

/** API Reference, each operation: method and path, parameters that it needs and takes, its right and its function. */
const OPERATIONS = `
GET    service | | | s3:ListAllMyBuckets listBuckets
GET    bucket  | location | | s3:GetBucketLocation getBucketLocation
GET    bucket  | notification | | s3:GetBucketNotification getBucketNotification
GET    bucket  | versioning | | s3:GetBucketVersioning getBucketVersioning
GET    bucket  | versions | ${PAGE} key-marker version-id-marker | s3:ListBucketVersions listObjectVersions
GET    bucket  | uploads | ${UPLOADS} | s3:ListBucketMultipartUploads listMultipartUploads
GET    bucket  | list-type | ${PAGE} continuation-token start-after fetch-owner | s3:ListBucket listObjectsV2
GET    bucket  | | ${PAGE} marker | s3:ListBucket listObjects
HEAD   bucket  | | | s3:ListBucket headBucket
PUT    bucket  | versioning | | s3:PutBucketVersioning putBucketVersioning
PUT    bucket  | | | s3:CreateBucket createBucket
POST   bucket  | delete | | - deleteObjects
DELETE bucket  | | | s3:DeleteBucket deleteBucket
GET    object  | tagging | versionId | s3:GetObjectTagging getObjectTagging
GET    object  | attributes | versionId | s3:GetObjectAttributes getObjectAttributes
GET    object  | uploadId | max-parts part-number-marker | s3:ListMultipartUploadParts listParts
GET    object  | | ${READ} | s3:GetObject getObject
HEAD   object  | | ${READ} | s3:GetObject getObject
PUT    object  | tagging | versionId | s3:PutObjectTagging putObjectTagging
PUT    object  | partNumber uploadId | | s3:PutObject uploadPart
PUT    object  | | | s3:PutObject putObject
POST   object  | restore | versionId | s3:RestoreObject restoreObject
POST   object  | uploads | | s3:PutObject createMultipartUpload
POST   object  | uploadId | | s3:PutObject completeMultipartUpload
DELETE object  | tagging | versionId | s3:DeleteObjectTagging deleteObjectTagging
DELETE object  | uploadId | | s3:AbortMultipartUpload abortMultipartUpload
DELETE object  | | versionId | s3:DeleteObject deleteObject
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim().split(/\s+/).filter(Boolean)))

/** The function and right of a request. */
function found(method: string, level: string, names: readonly string[], more = {}) {
  const bucket = level === 'service' ? '' : 'drop'
  const key = level === 'object' ? 'x' : ''
  const query = names.map((name) => [name, ''] as const)
  const { right = '-', action } = findRoute(callOf({ method, bucket, key, query, ...more }))
  return [right, action.name]
}

test.each(OPERATIONS)(
  '%s, %s',
  ([method = '', level = ''] = [], needs = [], takes = [], expected) => {
    expect(found(method, level, needs)).toEqual(expected)
    for (const name of [...takes, 'x-id', 'X-Amz-Signature']) {
      expect([name, ...found(method, level, [...needs, name])]).toEqual([name, ...(expected ?? [])])
    }
    const refused = codeOf(() => found(method, level, [...needs, 'made-up']))
    expect(refused).toBe('NotImplemented')
  },
)

const COPY = { fields: { 'x-amz-copy-source': '/drop/y' } }

test('what copies has operations of its own', () => {
  expect(found('PUT', 'object', [], COPY)).toEqual(['s3:PutObject', 'copyObject'])
  const part = found('PUT', 'object', ['partNumber', 'uploadId'], COPY)
  expect(part).toEqual(['s3:PutObject', 'uploadPartCopy'])
  expect(codeOf(() => found('GET', 'object', [], COPY))).toBe('NotImplemented')
})

test('a form is a write of its own', () => {
  const form = { status: undefined, redirect: undefined, host: '' }
  expect(found('POST', 'object', [], { form })).toEqual(['s3:PutObject', 'postObject'])
  expect(codeOf(() => found('POST', 'object', []))).toBe('NotImplemented')
})

test('a key has 1,024 bytes at most', () => {
  const put = (key: string) => codeOf(() => findRoute(callOf({ key })))
  expect([put('x'.repeat(1_024)), put('é'.repeat(512))]).toEqual([undefined, undefined])
  expect([put('x'.repeat(1_025)), put(`${'é'.repeat(512)}x`)]).toEqual(
    Array(2).fill('KeyTooLongError'),
  )
})

const WRITES = ['if-match', 'if-none-match']
const SOURCES = ['match', 'none-match', 'modified-since', 'unmodified-since'].map(
  (name) => `x-amz-copy-source-if-${name}`,
)
const OTHERS = [
  'if-modified-since',
  'if-unmodified-since',
  'content-range',
  'x-amz-copy-source-range',
  'x-amz-if-match-size',
  'x-amz-rename-source-if-match',
  'x-amz-write-offset-bytes',
]

/** Which conditions each change checks; all others are refused. */
test.each([
  ['PUT', [], {}, WRITES],
  ['PUT', ['tagging'], {}, []],
  ['PUT', ['partNumber', 'uploadId'], {}, []],
  ['PUT', [], COPY.fields, [...WRITES, ...SOURCES]],
  ['PUT', ['partNumber', 'uploadId'], COPY.fields, [...SOURCES, 'x-amz-copy-source-range']],
  ['POST', ['uploadId'], {}, WRITES],
  ['POST', ['uploads'], {}, []],
  ['DELETE', [], {}, ['if-match']],
  ['DELETE', ['tagging'], {}, []],
  ['GET', [], {}, [...WRITES, ...SOURCES, ...OTHERS]],
  ['HEAD', [], {}, [...WRITES, ...SOURCES, ...OTHERS]],
])('%s %s checks its conditions alone', (method, names, fields, checked) => {
  const taken = [...WRITES, ...SOURCES, ...OTHERS].filter(
    (name) =>
      codeOf(() => found(method, 'object', names, { fields: { ...fields, [name]: '*' } })) ===
      undefined,
  )
  expect(taken.sort()).toEqual([...checked].sort())
  // No condition, though its name holds that of one.
  const like = {
    'x-if-match': '1',
    'if-match-x': '1',
    'x-content-range': '1',
    'content-range-x': '1',
  }
  expect(codeOf(() => found(method, 'object', names, { fields: { ...fields, ...like } }))).toBe(
    undefined,
  )
})
