import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import type { Prepared } from '../../../../../functions/pipeline/core/ports/prepared.ts'
import { detects, loadStep } from '../../../../../functions/pipeline/core/steps/load-step.ts'
import { memoryJobs } from '../../../../faults/ports/memory-jobs.ts'

const slim = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
const named = { ...slim, target: 'index:1' }
const painted = {
  feature: 'obj-replace',
  parameters: { prompt: 'remove' },
  inputs: { msk: { object: 'inputs/a.png' } },
}
const job: Job = {
  id: 'job-1',
  status: 'running',
  attempt: 0,
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 },
  recipe: { name: 'slim', plan: parseRecipe({ steps: [slim, named, painted] }) },
  createdAt: '2026-01-31T00:00:00.000Z',
}

async function load(at: number, changes: Partial<Job> = {}) {
  const jobs = memoryJobs()
  await jobs.create({ ...job, ...changes })
  return loadStep('job-1', at, jobs)
}

test('a step is loaded with its feature, and knows whether it is the last', async () => {
  const steps = [await load(0), await load(1), await load(2)]
  expect(steps.map(({ index, feature, last }) => [index, feature.name, last])).toEqual([
    [0, 'body-reshape', false],
    [1, 'body-reshape', false],
    [2, 'obj-replace', true],
  ])
  expect(steps[1]).toMatchObject({ job: { id: 'job-1' }, step: { target: 'index:1' } })
})

test('the transfer is the one that is really used', async () => {
  expect((await load(0)).plan.transfer).toBe('url')
  const source = { ...job.source, key: 'drop/slim/../a.jpg' }
  expect((await load(0, { source })).plan.transfer).toBe('upload')
})

test('a job without a record, a refused one, and a step that there is not', async () => {
  await expect(loadStep('job-2', 0, memoryJobs())).rejects.toMatchObject({
    code: 'JobFailed',
    message: 'There is no record of the job job-2.',
  })
  const refusal = { code: 'RecipeUnknown', message: 'There is none.' } as const
  await expect(load(0, { refusal })).rejects.toMatchObject(refusal)
  const unusable = { code: 'RecipeInvalid', message: expect.stringContaining('steps[3]') }
  await expect(load(3)).rejects.toMatchObject(unusable)
  await expect(load(3, { recipe: { name: 'slim' } })).rejects.toMatchObject(unusable)
  const { plan } = job.recipe
  const strange = { ...plan!, steps: [{ ...plan!.steps[0]!, feature: 'magic' }] }
  await expect(load(0, { recipe: { name: 'slim', plan: strange } })).rejects.toMatchObject({
    code: 'RecipeInvalid',
    message: expect.stringContaining('steps[0]'),
  })
})

test('a detection runs first unless the recipe names the index, or the feature takes none', async () => {
  const [largest, second, none] = [await load(0), await load(1), await load(2)]
  expect([largest, second, none].map((at) => detects(at, null))).toEqual([true, false, false])
  const cropped = (step: number) =>
    ({ step, preparation: { target: { index: 1 } } }) as unknown as Prepared
  // A crop has changed who is the first one, if it is this step's.
  expect(detects(second, cropped(1))).toBe(true)
  expect(detects(second, cropped(0))).toBe(false)
  expect(detects(second, { step: 1, preparation: {} } as unknown as Prepared)).toBe(false)
  expect(detects(none, cropped(2))).toBe(false)
})
