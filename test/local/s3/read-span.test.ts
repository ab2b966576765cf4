import { expect, test } from 'vitest'
import { readSpan } from '../../../local/s3/actions/read-span.ts'
import type { VersionRow } from '../../../local/s3/store/records.ts'
import { callOf } from './call-of.ts'

/** The bytes of a read of an object of 10 bytes, in parts of 4, 4 and 2 where it has several. */
function span(
  range: string | undefined,
  more: { part?: string; etag?: string; if?: string; size?: number } = {},
) {
  const { part, etag = 'abc', size = 10 } = more
  const call = callOf({
    headers: range === undefined ? {} : { range },
    query: part === undefined ? [] : [['partNumber', part]],
    fields: more.if === undefined ? {} : { 'if-range': more.if },
  })
  return readSpan(call, { etag, size } as VersionRow, etag.includes('-') ? [4, 4, 2] : [size])
}

const WHOLE = { start: 0, end: 9, partial: false }

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=9-9', 9, 9],
  ['bytes=3-', 3, 9],
  ['bytes=-1', 9, 9],
  ['bytes=-10', 0, 9],
  ['bytes=-11', 0, 9],
  ['bytes=8-10', 8, 9],
  [' BYTES=1-2 ', 1, 2],
])('%s is %i to %i', (range, start, end) => {
  expect(span(range)).toEqual({ start, end, partial: true })
})

test.each([
  'bytes=-',
  'bytes=2-1',
  'bytes=0-1,3-4',
  'bytes=a-b',
  'x bytes=0-1',
  'bytes=0-1 x',
  'lines=0-1',
])('%s is the whole object', (range) => {
  expect(span(range)).toEqual(WHOLE)
})

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('%s lies beyond the object', (range) => {
  expect(() => span(range)).toThrow(
    expect.objectContaining({
      code: 'InvalidRange',
      fields: { RangeRequested: range, ActualObjectSize: '10' },
      headers: { 'content-range': 'bytes */10' },
    }),
  )
})

test('a range of another state of the object is the whole object', () => {
  expect(span('bytes=0-1', { if: '"other"' })).toEqual(WHOLE)
  expect(span('bytes=0-1', { if: '"abc"' })).toMatchObject({ partial: true })
  expect(span(undefined, { if: '"abc"' })).toEqual(WHOLE)
})

test.each([
  ['1', 'abc-3', { start: 0, end: 3, partial: true, parts: 3 }],
  ['2', 'abc-3', { start: 4, end: 7, partial: true, parts: 3 }],
  ['3', 'abc-3', { start: 8, end: 9, partial: true, parts: 3 }],
  ['1', 'abc', { start: 0, end: 9, partial: true }],
])('part %s of %s', (part, etag, expected) => {
  expect(span(undefined, { part, etag })).toEqual(expected)
})

test.each([
  ['0', 'abc-3', '3'],
  ['4', 'abc-3', '3'],
  ['2', 'abc', '1'],
  ['x1', 'abc-3', '3'],
  ['1x', 'abc-3', '3'],
  ['000001', 'abc-3', '3'],
])('there is no part %s of %s', (part, etag, count) => {
  expect(() => span(undefined, { part, etag })).toThrow(
    expect.objectContaining({ code: 'InvalidPartNumber', fields: { ActualPartCount: count } }),
  )
})

test('an empty object is read whole, and is one part', () => {
  expect(span(undefined, { size: 0 })).toEqual({ start: 0, end: -1, partial: false })
  expect(span(undefined, { size: 0, part: '1' })).toEqual({ start: 0, end: -1, partial: false })
})

test('a part and a range are not read together', () => {
  expect(() => span('bytes=0-1', { part: '1' })).toThrow('Cannot specify both Range header')
})
