import { expect, test } from 'vitest'
import { pictureFormat } from '../../../catalog/tasks/output-format.ts'

test.each([
  ['jpg', 'jpeg'],
  ['png', 'png'],
  ['jpeg', undefined],
  ['webp', undefined],
  [undefined, undefined],
])('a result asked for as %s is %s', (asked, format) => {
  expect(pictureFormat(asked)).toBe(format)
})
