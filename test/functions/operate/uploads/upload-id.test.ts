import { expect, test } from 'vitest'
import {
  dropKey,
  parseUploadId,
  type Upload,
  uploadIdOf,
} from '../../../../functions/operate/uploads/upload-id.ts'

const UPLOAD: Upload = { recipe: 'slim', name: 'a/ä.jpg', size: 1, modified: -5, uploadId: 'u' }

test.each<[string, Partial<Upload>]>([
  ['a small one', {}],
  ['the longest texts', { name: 'n'.repeat(1024), uploadId: 'u'.repeat(1024) }],
])('the id of %s says all that is known of it', (_, change) => {
  const upload = { ...UPLOAD, ...change }
  expect(uploadIdOf(upload)).toMatch(/^[\w-]+$/)
  expect(parseUploadId(uploadIdOf(upload))).toEqual(upload)
})

test.each<[string, Partial<Upload>]>([
  ['no recipe’s name', { recipe: 'a/b' }],
  ['no name', { name: '' }],
  ['a name that is too long', { name: 'n'.repeat(1025) }],
  ['an empty file', { size: 0 }],
  ['no upload', { uploadId: '' }],
  ['an upload’s id that is too long', { uploadId: 'u'.repeat(1025) }],
])('an id with %s is none', (_, change) => {
  const refusal = expect.objectContaining({ code: 'InvalidParameters' })
  expect(() => parseUploadId(uploadIdOf({ ...UPLOAD, ...change }))).toThrow(refusal)
})

test('what is no id is refused, and a key is below its recipe', () => {
  for (const id of ['', 'e30', '~', 'WzFd']) {
    expect(() => parseUploadId(id)).toThrow('id must be that of an upload in parts.')
  }
  expect(dropKey(UPLOAD)).toBe('drop/slim/a/ä.jpg')
})
