import { expect, test } from 'vitest'
import { filesOf, readFiles } from '../../../catalog/tasks/read-files.ts'

const url = (at: number) => `https://example.com/${at}.jpg`

/** What is read of a request by rules of files. */
function read(files: object, fields: object) {
  return readFiles({ files } as never, 'effect', fields as never)
}

test.each([2, 3])('a list of at most %i files is taken', (maxCount) => {
  const files = { src: {}, ref: { maxCount } }
  const of = (count: number) => ({
    src_file_url: url(9),
    ref_file_urls: Array.from({ length: count }, (_, at) => url(at)),
  })
  expect(read(files, of(maxCount)).ref).toHaveLength(maxCount)
  expect(() => read(files, of(maxCount + 1))).toThrow('ref_file_urls')
  expect(() => read(files, of(0))).toThrow('ref_file_urls')
})

test('of both forms the URL counts, and one must be given', () => {
  const both = { src_file_url: url(1), src_file_id: 'x'.repeat(64) }
  expect(read({ src: {} }, both)).toEqual({ src: { url: url(1) } })
  expect(() => read({ src: {} }, {})).toThrow(
    "src_file_url is required but wasn't included in your request, or src_file_id is required",
  )
  expect(read({ src: {}, ref: { absent: 'always' } }, both)).toEqual({ src: { url: url(1) } })
})

test('a template replaces a file, and is no other beside it', () => {
  const files = { src: {}, ref: { absent: 'with a template' } }
  const src = { src_file_url: url(1) }
  expect(read(files, { ...src, template_id: 't' })).toEqual({ src: { url: url(1) } })
  expect(read(files, { ...src, ref_file_url: url(2) })).toMatchObject({ ref: { url: url(2) } })
  expect(() => read(files, { ...src, ref_file_url: url(2), template_id: 't' })).toThrow(
    'Exactly one of ref_file_url, ref_file_id, template_id is allowed.',
  )
  expect(() => read(files, src)).toThrow('template_id is required')
})

test('a detection reads the source alone', () => {
  const files = { src: {}, ref: {} } as never
  expect(filesOf({ files }, 'pre-process' as never).map(([role]) => role)).toEqual(['src'])
  expect(filesOf({ files }, 'effect').map(([role]) => role)).toEqual(['src', 'ref'])
})
