import { describe, expect, test } from 'vitest'
import { evaluateCondition, type ReadCondition } from '../../../local/s3/actions/read-condition.ts'
import { writeCondition } from '../../../local/s3/actions/write-condition.ts'
import type { VersionRow } from '../../../local/s3/store/records.ts'
import { checkWriteCondition, etagMatches } from '../../../local/s3/store/write-condition.ts'
import { codeOf } from './call-of.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const at = (seconds: number) => new Date(NOON + seconds * 1_000).toUTCString()
/** An object of noon and a part of a second. */
const version = { etag: 'abc', modified: NOON + 999, marker: 0 } as VersionRow

/** RFC 9110, 13.2.2. */
test.each<[ReadCondition, string]>([
  [{}, 'holds'],
  [{ match: '"abc"' }, 'holds'],
  [{ match: '"other"' }, 'failed'],
  [{ match: '"ab"c' }, 'failed'],
  [{ match: '*' }, 'holds'],
  [{ match: '"abc"', unmodifiedSince: at(-1) }, 'holds'],
  [{ unmodifiedSince: at(-1) }, 'failed'],
  [{ unmodifiedSince: at(0) }, 'holds'],
  [{ noneMatch: '"abc"' }, 'not-modified'],
  [{ noneMatch: '"other"' }, 'holds'],
  [{ noneMatch: '"other"', modifiedSince: at(1) }, 'holds'],
  [{ modifiedSince: at(0) }, 'not-modified'],
  [{ modifiedSince: at(-1) }, 'holds'],
  [{ modifiedSince: 'no date' }, 'holds'],
  [{ unmodifiedSince: 'no date' }, 'holds'],
])('%o', (condition, outcome) => {
  expect(evaluateCondition(condition, version)).toBe(outcome)
})

test.each([
  ['"abc"', true],
  ['abc', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ['*', true],
  ['"x"', false],
  ['xW/"abc"', false],
  ['abc"', false],
  ['"abc', false],
  ['', false],
])('the tags %s hold abc: %s', (list, holds) => {
  expect(etagMatches(list, 'abc')).toBe(holds)
})

describe('a write', () => {
  test.each([
    [{}, {}],
    [{ 'if-match': '"a"' }, { ifMatch: '"a"' }],
    [{ 'if-none-match': '*' }, { ifNoneMatch: '*' }],
  ])('has the conditions %o', (headers, condition) => {
    expect(writeCondition({ headers })).toEqual(condition)
  })

  test.each([{ 'if-none-match': '"a"' }, { 'if-none-match': '*', 'if-match': '"a"' }])(
    'does not know %o',
    (headers) => {
      expect(codeOf(() => writeCondition({ headers }))).toBe('NotImplemented')
    },
  )

  const marker = { ...version, marker: 1 } as VersionRow
  test.each([
    [{}, version, undefined],
    [{ ifNoneMatch: '*' }, version, 'PreconditionFailed'],
    [{ ifNoneMatch: '*' }, marker, undefined],
    [{ ifNoneMatch: '*' }, undefined, undefined],
    [{ ifMatch: 'abc' }, version, undefined],
    [{ ifMatch: 'other' }, version, 'PreconditionFailed'],
    [{ ifMatch: 'abc' }, marker, 'NoSuchKey'],
    [{ ifMatch: 'abc' }, undefined, 'NoSuchKey'],
  ])('under %o', (condition, current, code) => {
    expect(codeOf(() => checkWriteCondition(condition, current))).toBe(code)
  })
})
