import { expect, test } from 'vitest'
import { refuseConditions } from '../../../local/s3/refuse-conditions.ts'
import { codeOf } from './call-of.ts'

/** What a request with this header is answered. */
function answer(name: string, method = 'PUT', conditions?: string[]) {
  return codeOf(() =>
    refuseConditions({ method, conditions } as never, { fields: { [name]: '1' } }),
  )
}

const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'content-range',
  'x-amz-copy-source-if-match',
  'x-amz-copy-source-range',
  'x-amz-if-match-size',
  'x-amz-rename-source-if-match',
  'x-amz-write-offset-bytes',
]

test.each(CONDITIONS)('%s is refused where nothing checks it', (name) => {
  for (const method of ['PUT', 'POST', 'DELETE'])
    expect(answer(name, method)).toBe('NotImplemented')
  expect([answer(name, 'GET'), answer(name, 'HEAD')]).toEqual([undefined, undefined])
  expect(answer(name, 'PUT', [name])).toBeUndefined()
  expect(answer(name, 'PUT', ['range'])).toBe('NotImplemented')
  expect(answer(`x-${name}`)).toBeUndefined()
})

test.each([
  'if-matching',
  'if-modified-since-when',
  'content-ranges',
  'x-amz-copy-source-ranges',
  'x-amz-write-offset-bytes-more',
])('%s is no condition', (name) => {
  expect(answer(name)).toBeUndefined()
})
