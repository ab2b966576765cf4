import { expect, test } from 'vitest'
import { pageSize } from '../../../local/s3/actions/listing.ts'
import { readPartNumber } from '../../../local/s3/actions/part-number.ts'
import { documentTags, headerTags, tagDocument } from '../../../local/s3/actions/tag-set.ts'
import { parseXml } from '../../../local/s3/xml/parse-xml.ts'
import { codeOf } from './call-of.ts'

const header = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=v`).join('&')

/** S3 User Guide, "Categorizing your objects using tags": ten tags, keys of 128 and values of 256 characters. */
test.each([
  ['', undefined],
  [header(10), undefined],
  [header(11), 'InvalidTag'],
  ['a=1&a=2', 'InvalidTag'],
  ['=1', 'InvalidTag'],
  [`${'k'.repeat(128)}=v`, undefined],
  [`${'k'.repeat(129)}=v`, 'InvalidTag'],
  [`k=${'v'.repeat(256)}`, undefined],
  [`k=${'v'.repeat(257)}`, 'InvalidTag'],
])('the tags %.40s', (text, code) => {
  expect(codeOf(() => headerTags(text))).toBe(code)
})

test('tags of a document are those of its sets, and are shown again', () => {
  const xml =
    '<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag><Tag><Key>b</Key></Tag></TagSet></Tagging>'
  const tags = documentTags(parseXml(xml))
  expect(tags).toEqual([
    ['a', '1'],
    ['b', ''],
  ])
  expect(tagDocument(tags)).toEqual({
    TagSet: {
      Tag: [
        { Key: 'a', Value: '1' },
        { Key: 'b', Value: '' },
      ],
    },
  })
  const nameless = parseXml('<Tagging><TagSet><Tag><Value>1</Value></Tag></TagSet></Tagging>')
  expect(codeOf(() => documentTags(nameless))).toBe('InvalidTag')
  expect(headerTags(undefined)).toEqual([])
})

test.each([
  ['1', 1],
  ['10000', 10_000],
  ['00001', 1],
])('the part number %s', (text, number) => {
  expect(readPartNumber([['partNumber', text]])).toBe(number)
})

test.each(['0', '10001', '', 'x1', '1x', '000001', '-1'])('%s is no part number', (text) => {
  expect(codeOf(() => readPartNumber([['partNumber', text]]))).toBe('InvalidArgument')
})

test.each([
  ['0', 0],
  ['1000', 1_000],
  ['1001', 1_000],
  ['2147483647', 1_000],
])('a page of %s has %i entries', (text, size) => {
  expect(pageSize([['max-keys', text]], 'max-keys')).toBe(size)
})

test('a page has 1,000 entries where nothing is said, and a size that is a number of 31 bits', () => {
  expect(pageSize([['max-parts', '7']], 'max-keys')).toBe(1_000)
  for (const text of ['2147483648', 'x1', '1x', '', '-1', '00000000001']) {
    expect(codeOf(() => pageSize([['max-keys', text]], 'max-keys'))).toBe('InvalidArgument')
  }
})
