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

const none = () => 0.5

test('without a job that succeeded there is no plan', () => {
  expect(() => planFiles([], asked, none)).toThrow('drop some files first')
})

/** A job of two steps, whose first has a detection. */
function twoSteps(detectionMs: (number | undefined)[], effectMs: number[]): Job {
  const one = job(1e6, 0)
  const steps = effectMs.map((ms, at) => ({
    feature: 'body-reshape',
    detection: at === 0 ? 'd' : null,
    tasks: [{ index: 0, taskId: 't', status: 'success' as const, ms, charge: { units: 1 } }],
  }))
  const states = detectionMs.map((ms) => ({ state: 'PreProcess', ms, retries: 0 }))
  return {
    ...one,
    trail: { steps, states: [{ state: 'Start', ms: 9e9, retries: 0 }, ...states] } as never,
  }
}

const worked = (jobs: Job[]) => {
  const { seconds, bounds } = planFiles(jobs, { ...asked, files: 1 }, none)
  const share = bounds.find(({ name }) => name === 'workers')?.share ?? 0
  return Math.round(share * seconds)
}

test('a step’s detection and each effect are tasks of the one file', () => {
  expect(worked([twoSteps([10_000], [20_000])])).toBe(30)
  expect(worked([twoSteps([10_000, 7_000], [20_000, 40_000])])).toBe(70)
  expect(worked([twoSteps([undefined], [20_000])])).toBe(20)
  expect(worked([twoSteps([], [20_000, 40_000])])).toBe(60)
})

test('the one that a quarter was below is taken, and what is used most comes first', () => {
  const four = [40, 10, 30, 20, 50].map((seconds) => job(1e6, seconds))
  expect(worked(four)).toBe(20)
  const nine = [90, 10, 50, 30, 70, 20, 80, 40, 60].map((seconds) => job(1e6, seconds))
  expect(worked(nine)).toBe(30)
  const { bounds, from } = planFiles(four, { ...asked, files: 100 }, none)
  expect(from).toBe(5)
  expect(bounds[0]?.name).toBe('workers')
  const shares = bounds.map(({ share }) => share)
  expect(shares).toEqual(shares.toSorted((one, other) => other - one))
})

test('dollars are those of the files, and their total is the sum of the lines', () => {
  const { dollars, total } = planFiles(JOBS, { ...asked, workerMegabytes: 2_048 }, none)
  expect(total).toBeCloseTo(
    Object.values(dollars).reduce((sum, one) => sum + one, 0),
    12,
  )
  expect(dollars['workers']).toBeGreaterThan(0)
})

test('drops are taken in by ten functions, one file each at first and ten each from then on', () => {
  const flood = { ...asked, arrival: { overSeconds: 0 }, workers: 1000, openFiles: 4000 }
  const secondsFor = (files: number) => planFiles([job(1e6, 2)], { ...flood, files }, none).seconds
  // A tenth of a second for each round.
  expect(secondsFor(11) - secondsFor(10)).toBeCloseTo(0.1, 6)
  expect(secondsFor(110) - secondsFor(11)).toBeCloseTo(0, 6)
  expect(secondsFor(111) - secondsFor(110)).toBeCloseTo(0.1, 6)
})
