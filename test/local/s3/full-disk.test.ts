import { expect, test } from 'vitest'
import { errorAnswer } from '../../../local/s3/error-answer.ts'
import { describeDiskError } from '../../../local/state/describe-disk-error.ts'

const failed = { method: 'PUT', requestId: 'r', resource: '/drop/a' }

test.each([
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), /is full/],
  [Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }), /is full/],
  [Object.assign(new Error('shm'), { code: 'ERR_SQLITE_ERROR', errcode: 4874 }), /full, failing/],
  [
    Object.assign(new Error('IO error: No space left on device'), { code: 'LEVEL_WRITE' }),
    /is full/,
  ],
  [Object.assign(new Error('open'), { code: 'EMFILE' }), /No more files can be opened/],
])('an error of a full disk says so, in S3 too: %s', (error, words) => {
  expect(describeDiskError(error)).toMatch(words)
  const { status, body } = errorAnswer(error, failed)
  expect(status).toBe(500)
  expect(String(body)).toMatch(words)
})

test('any other internal fault is not described', () => {
  const error = Object.assign(new Error('/secret/path'), { code: 'EACCES', errcode: 1 })
  expect(describeDiskError(error)).toBeUndefined()
  expect(String(errorAnswer(error, failed).body)).not.toContain('secret')
})
