import { expect, test } from 'vitest'
import { Failure } from '../../../catalog/failures/failure.ts'
import { inWords } from '../../../functions/console/routes/service/in-words.ts'
import { FetchRefused } from '../../../functions/fetch/fetch-refused.ts'

test('what a verb gives is passed on', async () => {
  expect(await inWords(Promise.resolve('key'))).toBe('key')
})

test('rules of verbs and of fetches are told in their words', async () => {
  const refused = { code: 'InvalidParameters', message: 'Two hours at most.' }
  for (const error of [
    new Error('Two hours at most.'),
    new FetchRefused('url', 'Two hours at most.'),
  ]) {
    await expect(inWords(Promise.reject(error))).rejects.toMatchObject(refused)
  }
})

test('a defect and a failure with a code of its own stay what they are', async () => {
  for (const error of [
    new TypeError('undefined is no function'),
    new Failure('StateConflict', 'The key is gone.'),
  ]) {
    await expect(inWords(Promise.reject(error))).rejects.toBe(error)
  }
})
