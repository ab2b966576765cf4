import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { receiptKey, receiptOf } from '../../../../../functions/pipeline/core/jobs/receipt.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'

const job: Job = {
  id: 'job-1',
  status: 'failed',
  attempt: 2,
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 },
  recipe: { name: 'slim' },
  createdAt: '2026-01-31T00:00:00.000Z',
}
const slim = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }

test('a job that has only a beginning has taken no time, and what it lacks is left out', () => {
  const { cost, ...receipt } = receiptOf(job)
  expect(receipt).toEqual({
    job: 'job-1',
    status: 'failed',
    attempt: 2,
    source: job.source,
    recipe: { name: 'slim' },
    steps: [],
    results: [],
    createdAt: job.createdAt,
    finishedAt: job.createdAt,
    elapsedMs: 0,
    states: [],
  })
  expect(cost.units).toBe(0)
})

test('it says when the job ended, by which recipe and changes, and how its files travelled', () => {
  const recipe = {
    name: 'slim',
    sha256: 'cd',
    overrides: '{}',
    changes: '{"a":1}',
    plan: parseRecipe({ steps: [slim] }),
  }
  const finishedAt = '2026-01-31T00:01:40.000Z'
  const sourceHash = { sha256: 'ab' }
  const { plan: _, ...told } = recipe
  expect(receiptOf({ ...job, status: 'succeeded', recipe, finishedAt, sourceHash })).toMatchObject({
    status: 'succeeded',
    source: { ...job.source, sha256: 'ab' },
    recipe: told,
    transfer: 'url',
    finishedAt,
    elapsedMs: 100_000,
  })
  // A job that still runs has no receipt of a success.
  expect(receiptOf({ ...job, status: 'running' }).status).toBe('failed')
  const folded = { ...job, recipe, source: { ...job.source, key: 'drop/slim/../a.jpg' } }
  expect(receiptOf(folded).transfer).toBe('upload')
})

const size = { width: 10, height: 10 }
const preparation = { source: size, sent: size, crop: { left: 0, top: 0, ...size } }

function stepWith(changes: object) {
  const step = { feature: 'body-reshape', detection: 'd', tasks: [], ...changes }
  return receiptOf({ ...job, trail: { steps: [step], states: [] } } as unknown as Job).steps[0]
}

test('a step tells how its source was prepared: once, for each target, or as a video', () => {
  const bare = { feature: 'body-reshape', detection: 'd', tasks: [] }
  expect(stepWith({ found: { ...size, boxes: [] } })).toEqual(bare)
  expect(stepWith({ prepared: { step: 0 } })).toEqual(bare)
  expect(stepWith({ prepared: { step: 0, preparation } })).toEqual({ ...bare, preparation })
  expect(stepWith({ prepared: { step: 0, preparation, video: { frames: 3 } } })).toEqual({
    ...bare,
    video: { frames: 3 },
  })
  const parts = [{ part: 0, preparation }, { part: 2, preparation }, { part: 1 }, { preparation }]
  expect(stepWith({ prepared: { step: 0, parts } })).toEqual({
    ...bare,
    preparations: [
      { index: 0, ...preparation },
      { index: 2, ...preparation },
    ],
  })
  expect(stepWith({ prepared: { step: 0, parts: [{ part: 1 }] } })).toEqual(bare)
})

test('restorations are told by their target, or by all that are together in one', () => {
  const restoration = { format: 'png', ...size }
  const files = [
    { index: 1, restoration, key: 'a' },
    { index: 0, together: [0, 1], restoration, key: 'b' },
  ]
  expect(stepWith({ restored: { files } })).toMatchObject({
    restorations: [
      { index: 1, ...restoration },
      { index: 0, together: [0, 1], ...restoration },
    ],
  })
})

test('a task’s failure is told by its code and sentence, without the state and the stack that it was caught with', () => {
  const failed = { Error: 'NoTarget', Cause: '{"errorMessage":"Nobody.","trace":["at x"]}' }
  const tasks = [
    { index: 0, taskId: 't', status: 'success' },
    { index: 1, failure: failed, failedIn: 'CreateTask' },
    { index: 2, failure: {} },
  ]
  const told = stepWith({ tasks })!.tasks
  expect(told[0]).toEqual(tasks[0])
  expect(told[1]).toEqual({ index: 1, failure: { code: 'NoTarget', message: 'Nobody.' } })
  expect(told[2]).toMatchObject({ index: 2, failure: { code: 'JobFailed' } })
})

test('it lies in the folder of the job’s results', () => {
  expect(receiptKey('job-1')).toBe('results/job-1/receipt.json')
  expect(receiptKey('job-1', 'out/')).toBe('out/job-1/receipt.json')
})
