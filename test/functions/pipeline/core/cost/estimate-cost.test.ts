import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { estimateCost } from '../../../../../functions/pipeline/core/cost/estimate-cost.ts'
import { PRICES } from '../../../../../functions/pipeline/core/cost/prices.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import type { TrailTask } from '../../../../../functions/pipeline/core/ports/trail.ts'

function left(state: string, retries = 0) {
  return { state, ms: 10, retries }
}
const made: TrailTask = { index: 0, taskId: 't', status: 'success', ms: 10, retries: 0 }

function job(tasks: TrailTask[], changes: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    status: 'succeeded',
    attempt: 0,
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v', size: 2_000_000 },
    recipe: {
      name: 'slim',
      plan: parseRecipe({
        steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
      }),
    },
    createdAt: '2026-01-01T00:00:00.000Z',
    results: [
      {
        bucket: 'results',
        key: 'results/job-1/a.jpg',
        contentType: 'image/jpeg',
        size: 1_000_000,
        sha256: '',
      },
    ],
    trail: {
      steps: [{ feature: 'body-reshape', detection: 'd', tasks }],
      states: ['PreProcess', 'ChooseTarget', 'EachTarget', 'Deliver'].map((state) => left(state)),
    },
    ...changes,
  }
}

test('a file with one effect takes six transitions and one unit, and costs under 25 cents a thousand', () => {
  const { dollars, ...facts } = estimateCost(job([made]))
  expect(facts).toEqual({
    units: 1,
    estimated: true,
    transitions: 6,
    bytesIn: 2_000_000,
    bytesOut: 1_000_000,
  })
  expect(dollars.stepFunctions).toBe(0.00015)
  expect(dollars.total * 1000).toBeLessThan(0.25)
  const { total, ...lines } = dollars
  expect(Object.values(lines).reduce((sum, line) => sum + line, 0)).toBeCloseTo(total, 7)
})

test('retries, further targets and failures count, and a failed task is not charged', () => {
  const failed: TrailTask = { index: 1, failure: { Error: 'TaskRefused' }, retries: 2 }
  // Six, and for the second target its state, two retries and the state that handles its failure.
  expect(estimateCost(job([made, failed]))).toMatchObject({ transitions: 10, units: 1 })
})

test('a job that failed at once has its first state and the two that end it', () => {
  const { results: _, ...rest } = job([], { status: 'failed' })
  const trail = { steps: [], states: [left('PreProcess')] }
  expect(estimateCost({ ...rest, trail })).toMatchObject({ transitions: 3, units: 0, bytesOut: 0 })
})

test('a charge that the service reports replaces the catalogue’s price', () => {
  const nineSeconds = { ...made, charge: { units: 18, seconds: 9 } }
  expect(estimateCost(job([nineSeconds]))).toMatchObject({ units: 18, estimated: false })
  const failed: TrailTask = { ...made, index: 1, status: 'error', charge: { units: 0 } }
  expect(estimateCost(job([nineSeconds, failed]))).toMatchObject({ units: 18, estimated: false })
  const silent: TrailTask = { ...made, index: 1, charge: null }
  expect(estimateCost(job([nineSeconds, silent]))).toMatchObject({ units: 19, estimated: true })
})

test('a delivered result counts as paid for, whatever outcome was recorded first', () => {
  const [result] = job([]).results ?? []
  const contradicted: TrailTask = { ...made, status: 'error', charge: { units: 0 } }
  const results = result ? [{ ...result, index: 0 }] : []
  expect(estimateCost(job([contradicted], { results }))).toMatchObject({
    units: 1,
    estimated: true,
  })
})

test('of a chain each step but the last is paid for, since the next one had its result', () => {
  // Neither has told how it ended.
  const silent: TrailTask = { index: 0, taskId: 't', ms: 10, retries: 0 }
  const step = { feature: 'body-reshape', detection: null, tasks: [silent] }
  const slim = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
  const unitsAfter = (count: number) =>
    estimateCost(
      job([], {
        recipe: {
          name: 'slim',
          plan: parseRecipe({ steps: Array.from({ length: count }, () => slim) }),
        },
        results: [],
        trail: { steps: Array.from({ length: count }, () => step), states: [] },
      }),
    ).units
  expect([1, 2, 3].map(unitsAfter)).toEqual([0, 1, 2])
})

test('what generators did counts in dollars, also where the task failed', () => {
  const generation = { generator: 'own', operation: 'fill', model: 'm', dollars: 0.07 } as const
  const charge = { units: 0, generations: [generation, generation] }
  const { dollars } = estimateCost(job([{ ...made, status: 'error', charge }]))
  expect(dollars.generator).toBe(0.14)
  expect(dollars.total).toBeGreaterThan(0.14)
  expect(estimateCost(job([made])).dollars).not.toHaveProperty('generator')
})

/** Expects each line of an estimate to be that of these numbers of requests. */
function expectLines(of: Job, counts: Record<string, [number, number][]>): void {
  const { dollars } = estimateCost(of)
  for (const [line, parts] of Object.entries(counts)) {
    const expected = parts.reduce((sum, [count, price]) => sum + count * price, 0)
    const found = dollars[line as keyof typeof dollars] ?? Number.NaN
    expect(Math.abs(found - expected), line).toBeLessThan(6e-9)
  }
}

test('each line counts what AWS bills for a file with one effect', () => {
  // Six transitions, the start, and a webhook for the detection and one for the effect: nine calls of functions.
  expectLines(job([made]), {
    stepFunctions: [[6, PRICES.transition]],
    lambda: [
      [9 * 0.02 + 0.5 * (3_000_000 / 50e6), PRICES.lambdaGbSecond],
      [9, PRICES.lambdaRequest],
    ],
    s3: [
      [2, PRICES.s3Put],
      [6, PRICES.s3Get],
    ],
    // Nine writes of the job, four for each wait, and its recipe's list in table and index.
    dynamodb: [
      [9 + 8 + 2, PRICES.dynamoWrite],
      [8, PRICES.dynamoRead],
    ],
    messages: [
      [9, PRICES.sqsRequest],
      [1, PRICES.event],
      [2, PRICES.httpRequest],
    ],
    logs: [[(9 * 1500) / 1e9, PRICES.logsGb]],
    units: [[1, 0]],
  })
})

test('and what Prepare and Restore, a second wait and a price of units add', () => {
  const own: TrailTask = { ...made, detection: 'of its own' }
  const states = [
    ...['PreProcess', 'ChooseTarget', 'EachTarget', 'Deliver'].map((state) => left(state)),
    { state: 'Prepare', ms: 3000, retries: 0 },
    { state: 'Restore', ms: 1000, retries: 0 },
  ]
  const steps = [{ feature: 'body-reshape', detection: 'd', tasks: [own] }]
  const prepared = job([], { trail: { steps, states }, unitPrice: 0.5 })
  // Six states, three of the task with a detection of its own, a choice after the step and one after Restore.
  expectLines(prepared, {
    stepFunctions: [[11, PRICES.transition]],
    lambda: [
      [15 * 0.02 + 0.5 * (3_000_000 / 50e6) + (3008 / 1024) * 4, PRICES.lambdaGbSecond],
      [15, PRICES.lambdaRequest],
    ],
    s3: [
      [4, PRICES.s3Put],
      [9, PRICES.s3Get],
    ],
    dynamodb: [
      [9 + 12 + 2, PRICES.dynamoWrite],
      [10, PRICES.dynamoRead],
    ],
    messages: [
      [12, PRICES.sqsRequest],
      [1, PRICES.event],
      [3, PRICES.httpRequest],
    ],
    units: [[1, 0.5]],
  })
})

test('a job that failed is in the lists of failures and of its reason, too', () => {
  const failure = { code: 'TaskBroke', message: 'It broke.', state: 'X', retryable: true } as const
  expectLines(
    job([], { status: 'failed', failure, results: [], trail: { steps: [], states: [] } }),
    {
      dynamodb: [
        [9 + 6, PRICES.dynamoWrite],
        [4, PRICES.dynamoRead],
      ],
      s3: [
        [1, PRICES.s3Put],
        [3, PRICES.s3Get],
      ],
    },
  )
})

test('a task of a feature that is in the catalogue no more has no price', () => {
  const steps = [{ feature: 'gone', detection: null, tasks: [made] }]
  expect(estimateCost(job([], { trail: { steps, states: [] } }))).toMatchObject({ units: 0 })
})
