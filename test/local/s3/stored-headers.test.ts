import { expect, test } from 'vitest'
import { storedHeaders } from '../../../local/s3/actions/stored-headers.ts'
import { callOf, codeOf } from './call-of.ts'

const stored = (fields: Record<string, string>) => storedHeaders(callOf({ fields }))
const refused = (fields: Record<string, string>) => codeOf(() => stored(fields))

test('an object has the type of bytes where none is given', () => {
  const type = { 'content-type': 'binary/octet-stream' }
  expect(stored({})).toEqual(type)
  expect(stored({ 'content-type': '' })).toEqual(type)
  expect(stored({ 'content-type': 'image/png' })).toEqual({ 'content-type': 'image/png' })
})

test('headers that describe the object are kept, those of the request are not', () => {
  const kept = {
    'content-type': 'a/b',
    'cache-control': 'no-store',
    'content-disposition': 'inline',
    'content-language': 'de',
    expires: 'never',
    'x-amz-website-redirect-location': '/other',
    'x-amz-meta-a': '1',
  }
  expect(stored({ ...kept, 'content-length': '1', 'x-amz-tagging': 'a=1', host: 'h' })).toEqual(
    kept,
  )
})

test.each([
  ['gzip', 'gzip'],
  ['aws-chunked', undefined],
  ['AWS-Chunked, gzip , br', 'gzip,br'],
  [' , ', undefined],
])('of the encoding %s the framing of the transfer is left out', (given, kept) => {
  expect(stored({ 'content-encoding': given })['content-encoding']).toBe(kept)
})

test('user metadata has 2 KB, names without their prefix and values together', () => {
  const of = (value: number) => ({ 'x-amz-meta-abc': 'v'.repeat(value), 'x-amz-meta-d': 'wxyz' })
  expect(refused(of(2_040))).toBe(undefined)
  expect(refused(of(2_041))).toBe('MetadataTooLarge')
})

/** API Reference, PutObject, x-amz-storage-class. */
test.each<[string, string | undefined]>([
  ['STANDARD', undefined],
  ['', undefined],
  ...[
    'REDUCED_REDUNDANCY',
    'STANDARD_IA',
    'ONEZONE_IA',
    'INTELLIGENT_TIERING',
    'GLACIER',
    'DEEP_ARCHIVE',
    'GLACIER_IR',
  ].map((name): [string, string] => [name, name]),
])('the storage class %s', (given, kept) => {
  const headers = stored({ 'x-amz-storage-class': given })
  expect(headers['x-amz-storage-class']).toBe(kept)
})

test.each(['–', 'standard', 'OUTPOSTS'])('there is no storage class %s', (name) => {
  expect(() => stored({ 'x-amz-storage-class': name })).toThrow(
    expect.objectContaining({
      code: 'InvalidStorageClass',
      fields: { StorageClassRequested: name },
    }),
  )
})

test.each([
  ['INTELLIGENT_TIERING', 'ARCHIVE_ACCESS', true],
  ['INTELLIGENT_TIERING', 'DEEP_ARCHIVE_ACCESS', true],
  ['INTELLIGENT_TIERING', 'FREQUENT', false],
  ['GLACIER', 'ARCHIVE_ACCESS', false],
])('of %s the tier %s is kept: %s', (storageClass, tier, kept) => {
  const headers = stored({ 'x-amz-storage-class': storageClass, 'x-amz-archive-status': tier })
  expect(headers['x-amz-archive-status']).toBe(kept ? tier : undefined)
})

test.each([
  ['x-amz-server-side-encryption', 'aws:kms', 'NotImplemented'],
  ['x-amz-server-side-encryption', 'AES256', undefined],
  ['x-amz-server-side-encryption-customer-key', 'k', 'NotImplemented'],
  ['x-amz-object-lock-mode', 'GOVERNANCE', 'NotImplemented'],
  ['x-amz-grant-read', 'id=1', 'NotImplemented'],
  ['x-amz-write-offset-bytes', '0', 'NotImplemented'],
  ['x-amz-meta-x-amz-grant-', '1', undefined],
  ['x-amz-acl', 'private', undefined],
  ['x-amz-acl', 'bucket-owner-full-control', undefined],
  ['x-amz-acl', 'public-read', 'AccessControlListNotSupported'],
])('a write with %s: %s', (name, value, code) => {
  expect(refused({ [name]: value })).toBe(code)
})
