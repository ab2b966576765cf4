import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { type PlanAsked, planFiles } from '../../../../functions/operate/plan/plan-files.ts'
import { LARGE_REGION } from '../../../../functions/operate/plan/quotas.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'

const plan = parseRecipe({
  steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
})

/** A job on a file of so many bytes, whose effect took so many seconds and units. */
function job(size: number, seconds: number, units = 1): Job {
  return {
    id: 'job',
    status: 'succeeded',
    attempt: 0,
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v', size },
    recipe: { name: 'slim', plan },
    createdAt: '2026-01-01T00:00:00.000Z',
    trail: {
      steps: [
        {
          feature: 'body-reshape',
          detection: null,
          tasks: [
            { index: 0, taskId: 't', status: 'success', ms: 1000 * seconds, charge: { units } },
          ],
        },
      ],
      states: [],
    },
  }
}

const asked: PlanAsked = {
  files: 400,
  arrival: { overSeconds: 1 },
  workers: 1,
  openFiles: 1000,
  workerMegabytes: 0,
  quotas: LARGE_REGION,
}

const times = (count: number, one: Job): Job[] => Array.from({ length: count }, () => one)
const JOBS = [...times(20, job(1e6, 1)), ...times(20, job(12e6, 5, 3))]

const secondsOf = (mix: readonly number[] | undefined, files = 400): number =>
  planFiles(JOBS, { ...asked, files, mix }, () => 0.5).seconds

test('files of a mix take what jobs on files of about their size took, in turn', () => {
  const [small, large, both] = [[1.1e6], [9e6], [9e6, 0.8e6, 1.2e6, 1.3e6]].map((mix) =>
    secondsOf(mix),
  )
  expect(small).toBeGreaterThanOrEqual(400)
  expect(small).toBeLessThan(420)
  expect(large).toBeGreaterThanOrEqual(2_000)
  expect(large).toBeLessThan(2_020)
  // One in four is large.
  expect(both).toBeGreaterThanOrEqual(100 * 5 + 300)
  expect(both).toBeLessThan(820)
})

test('units are those of the files of the mix', () => {
  const unitsOf = (mix: number[]) => planFiles(JOBS, { ...asked, mix }, () => 0.5).units
  expect([unitsOf([1e6]), unitsOf([12e6]), unitsOf([1e6, 12e6])]).toEqual([400, 1200, 800])
})

test('one job that waited for a worker says nothing of a size', () => {
  const jobs = [...times(20, job(1e6, 1)), job(1.01e6, 500)]
  const { seconds } = planFiles(jobs, { ...asked, mix: [1.01e6] }, () => 0.5)
  expect(seconds).toBeLessThan(420)
})
