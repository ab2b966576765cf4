import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resultKey } from '../../../../functions/pipeline/deliver/result-key.ts'

test.each([
  ['drop/slim/photo.jpeg', 'image/jpeg', undefined, 'results/job-1/photo.jpg'],
  ['drop/slim/a/b/photo.tar.png', 'image/png', undefined, 'results/job-1/photo.tar.png'],
  ['drop/slim/photo', 'image/png', 2, 'results/job-1/photo.2.png'],
  ['drop/slim/.hidden', 'video/mp4', undefined, 'results/job-1/.hidden.mp4'],
  ['drop/slim/a b+%25&"\n.jpg', 'image/jpeg', undefined, 'results/job-1/a b+%25&"\n.jpg'],
  ['drop/slim/../../etc/passwd', 'image/jpeg', undefined, 'results/job-1/passwd.jpg'],
  ['drop/slim/x.webp', 'image/webp', undefined, 'results/job-1/x'],
])('%j becomes its result', (key, type, index, expected) => {
  expect(resultKey('job-1', key, type, index)).toBe(expected)
})

test('stays in its job’s folder and within the length S3 takes, whatever the key', () => {
  const key = fc.string({ unit: fc.constantFrom('a', '/', '.', '😀', 'é'), maxLength: 1024 })
  fc.assert(
    fc.property(key, fc.option(fc.nat(99), { nil: undefined }), (dropped, index) => {
      const result = resultKey('job-1', dropped, 'image/jpeg', index)
      expect(result.split('/')).toHaveLength(3)
      expect(Buffer.byteLength(result)).toBeLessThanOrEqual(1024)
      expect(Buffer.from(result).toString()).toBe(result)
    }),
  )
})
