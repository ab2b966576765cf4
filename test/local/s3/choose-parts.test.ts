import { expect, test } from 'vitest'
import { chooseParts } from '../../../local/s3/actions/choose-parts.ts'
import type { PartRow, UploadRow } from '../../../local/s3/store/records.ts'
import { parseXml } from '../../../local/s3/xml/parse-xml.ts'

const MIB = 1024 ** 2

const UPLOAD: UploadRow = {
  id: 'upload',
  bucket: 'bucket',
  key: new Uint8Array([97]),
  created: 0,
  headers: '{}',
  tags: '[]',
  algorithm: null,
  checksum_type: null,
}

function part(number: number, size = 5 * MIB): PartRow {
  return {
    upload: 'upload',
    number,
    body: 'x',
    size,
    etag: `e${number}`,
    checksum: null,
    modified: 0,
  }
}

function chosen(parts: readonly PartRow[]): number[] {
  const listed = parts.map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag></Part>`,
  )
  const document = parseXml(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)
  return chooseParts(document, UPLOAD, parts).map(({ number }) => number)
}

// Amazon S3 User Guide, "Amazon S3 multipart upload limits".
test('an upload has 1 to 10,000 parts', () => {
  const parts = Array.from({ length: 10_001 }, (_, at) => part(at + 1))
  expect(chosen(parts.slice(0, 10_000))).toHaveLength(10_000)
  expect(() => chosen(parts)).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
  expect(() => chosen([])).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
})

test('parts but the last have at least 5 MiB', () => {
  expect(chosen([part(1), part(2, 1)])).toEqual([1, 2])
  expect(() => chosen([part(1, 5 * MIB - 1), part(2)])).toThrow(
    expect.objectContaining({ code: 'EntityTooSmall' }),
  )
})

test('parts are listed in the order of their numbers, each once', () => {
  expect(() => chosen([part(2), part(1)])).toThrow(
    expect.objectContaining({ code: 'InvalidPartOrder' }),
  )
  expect(() => chosen([part(1), part(1)])).toThrow(
    expect.objectContaining({ code: 'InvalidPartOrder' }),
  )
})
