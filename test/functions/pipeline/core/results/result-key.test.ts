import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { resultKey } from '../../../../../functions/pipeline/core/results/result-key.ts'
import { fc } from '../../../../setup/random.ts'

function job(key: string, name?: string) {
  return {
    id: 'job-1',
    status: 'running' as const,
    attempt: 0,
    source: { bucket: 'drop', key, version: 'v', size: 1 },
    recipe: {
      name: 'slim',
      plan: parseRecipe({
        steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
        ...(name !== undefined && { output: { name } }),
      }),
    },
    createdAt: '2026-01-02T03:04:05.000Z',
  }
}

test.each([
  ['drop/slim/photo.jpeg', 'image/jpeg', undefined, 'results/job-1/photo.jpg'],
  ['drop/slim/a/b/photo.tar.png', 'image/png', undefined, 'results/job-1/photo.tar.png'],
  ['drop/slim/photo', 'image/png', 2, 'results/job-1/photo.2.png'],
  ['drop/slim/.hidden', 'video/mp4', undefined, 'results/job-1/.hidden.mp4'],
  ['drop/slim/a b+%25&"\n.jpg', 'image/jpeg', undefined, 'results/job-1/a b+%25&"_.jpg'],
  ['drop/slim/gpj.\u202ea\u009b.jpg', 'image/jpeg', undefined, 'results/job-1/gpj._a_.jpg'],
  ['drop/slim/../../etc/passwd', 'image/jpeg', undefined, 'results/job-1/passwd.jpg'],
  ['drop/slim/x.webp', 'image/webp', undefined, 'results/job-1/x.webp'],
  ['drop/slim/x.gif', 'image/gif', undefined, 'results/job-1/x'],
])('%j gives the key of its result', (key, type, index, expected) => {
  expect(resultKey(job(key), type, index)).toBe(expected)
})

test.each([
  ['{stem}-{recipe}', undefined, 'results/job-1/photo-slim.png'],
  ['{date} {stem}', 3, 'results/job-1/2026-01-02 photo.3.png'],
  ['{index}_{stem}', 3, 'results/job-1/3_photo.png'],
])('the recipe’s pattern %j makes the name', (name, index, expected) => {
  expect(resultKey(job('drop/slim/photo.jpg', name), 'image/png', index)).toBe(expected)
})

test('stays in the job’s folder and within S3’s length limit for any key', () => {
  const key = fc.string({ unit: fc.constantFrom('a', '/', '.', '😀', 'é'), maxLength: 1024 })
  fc.assert(
    fc.property(key, fc.option(fc.nat(99), { nil: undefined }), (dropped, index) => {
      const result = resultKey(job(dropped), 'image/jpeg', index)
      expect(result.split('/')).toHaveLength(3)
      expect(Buffer.byteLength(result)).toBeLessThanOrEqual(1024)
      expect(Buffer.from(result).toString()).toBe(result)
    }),
  )
})

test.each([
  [`${'a'.repeat(800)}`, 'a'.repeat(800)],
  [`${'a'.repeat(801)}`, 'a'.repeat(800)],
  // A character of four bytes is kept whole or not at all.
  [`${'a'.repeat(796)}😀b`, `${'a'.repeat(796)}😀`],
  [`${'a'.repeat(797)}😀`, 'a'.repeat(797)],
])('a name has at most 800 bytes', (stem, name) => {
  expect(resultKey(job(`drop/slim/${stem}.jpg`), 'image/jpeg')).toBe(`results/job-1/${name}.jpg`)
})
