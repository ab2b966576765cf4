import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import type { EndJobDeps } from '../../../../functions/pipeline/core/jobs/end-job.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { fileOriginal } from '../../../../functions/pipeline/deliver/file-original.ts'
import { memoryObjects } from '../../../faults/ports/memory-objects.ts'

const BYTES = Buffer.from('as it was dropped')

async function filed(key: string, output: object = {}) {
  const objects = memoryObjects(() => 0)
  const { version } = objects.put('drop', key, BYTES, {
    contentType: 'image/jpeg',
    metadata: { mine: 'yes' },
  })
  const slim = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
  const job: Job = {
    id: 'job-1',
    status: 'running',
    attempt: 0,
    source: { bucket: 'drop', key, version, size: BYTES.length },
    recipe: { name: 'slim', plan: parseRecipe({ steps: [slim], output }) },
    createdAt: '2026-01-31T00:00:00.000Z',
  }
  const tags: unknown[] = []
  const write: typeof objects.write = (object, bytes, options) => {
    tags.push(options.tags)
    return objects.write(object, bytes, options)
  }
  const deps = { objects: { ...objects, write }, resultsBucket: 'results', resultsPrefix: 'out/' }
  const result = await fileOriginal(job, deps as unknown as EndJobDeps)
  const [stored] = objects.versions('results', result.key)
  return { result, stored, tags, job, deps: deps as unknown as EndJobDeps, objects }
}

test('the dropped file is filed byte for byte, measured, and marked as a result of its job', async () => {
  const { result, stored, tags } = await filed('drop/slim/a.JPG')
  const sha256 = createHash('sha256').update(BYTES).digest('hex')
  expect(result).toEqual({
    bucket: 'results',
    key: 'out/job-1/a.JPG',
    contentType: 'image/jpeg',
    size: BYTES.length,
    sha256,
  })
  expect(Buffer.from(stored!.bytes)).toEqual(BYTES)
  expect(stored).toMatchObject({
    contentType: 'image/jpeg',
    metadata: { 'darkroom-job': 'job-1' },
  })
  expect(tags).toEqual([undefined])
})

test('it is kept as long as the recipe says', async () => {
  expect((await filed('drop/slim/a.jpg', { keepDays: 7 })).tags).toEqual([{ 'keep-days': '7' }])
})

test.each([
  ['drop/slim/a.heic', 'a.heic'],
  ['drop/slim/a.b.3fr', 'a.b.3fr'],
  [`drop/slim/a.${'x'.repeat(16)}`, `a.${'x'.repeat(16)}`],
  // What is no ending of a file is not kept; the content type has one.
  [`drop/slim/a.${'x'.repeat(17)}`, 'a.jpg'],
  ['drop/slim/a.j pg', 'a.jpg'],
  ['drop/slim/a.jpg?', 'a.jpg'],
  ['drop/slim/a', 'a.jpg'],
])('the ending of %s is kept where it is one: %s', async (key, name) => {
  expect((await filed(key)).result.key).toBe(`out/job-1/${name}`)
})

test('an object that is gone is said to be', async () => {
  const { job, deps, objects } = await filed('drop/slim/a.jpg')
  objects.removeVersion('drop', job.source.key, job.source.version)
  await expect(fileOriginal(job, deps)).rejects.toMatchObject({ code: 'SourceGone' })
})
