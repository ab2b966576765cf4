import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { estimateFrom } from '../../../../functions/operate/costs/estimate.ts'
import { estimateCost } from '../../../../functions/pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')

/** A job that ran from one second to another after the start and was charged so many units. */
function ended(from: number, to: number, charged = 2) {
  const task = {
    index: 0,
    taskId: 't',
    status: 'success',
    ms: 10,
    retries: 0,
    charge: { units: charged },
  } as const
  const job: Job = {
    id: `job-${from}`,
    status: 'succeeded',
    attempt: 0,
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v', size: 2_000_000 },
    recipe: {
      name: 'slim',
      plan: parseRecipe({
        steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
      }),
    },
    unitPrice: 0.05,
    createdAt: new Date(START + from * 1000).toISOString(),
    trail: {
      steps: [{ feature: 'body-reshape', detection: 'd', tasks: [task] }],
      states: [],
    },
  }
  return { ...job, finishedAt: new Date(START + to * 1000).toISOString() }
}

test('a recipe without an ended job says nothing but that', () => {
  expect(estimateFrom([], 40)).toEqual({ from: 0 })
})

test('units and dollars are those of the mean job', () => {
  const jobs = [ended(0, 6, 1), ended(10, 16, 3)]
  const { units, dollars, from } = estimateFrom(jobs, 50)
  expect({ units, from }).toEqual({ units: 100, from: 2 })
  const each = jobs.map((job) => estimateCost(job).dollars.total)
  expect(dollars).toBeCloseTo((50 * ((each[0] ?? 0) + (each[1] ?? 0))) / 2, 9)
})

test('jobs that ran one after the other go on like that, whatever lay between them', () => {
  const { minutes } = estimateFrom([ended(0, 6), ended(100, 106), ended(900, 906)], 600)
  expect(minutes).toEqual({ least: 60, most: 60 })
})

test('jobs that ran together are faster by as many as there were at once', () => {
  // Four at once of 60 s each, for 60 s: 15 s a file.
  const four = [0, 0, 0, 0].map((at) => ended(at, 60))
  expect(estimateFrom(four, 40).minutes).toEqual({ least: 10, most: 10 })
  // Two of them alone before: three minutes for six files on average, and four at once at best.
  const six = [ended(-120, -60), ended(-60, 0), ...four]
  expect(estimateFrom(six, 40).minutes).toEqual({ least: 10, most: 20 })
})

test('a single file takes as long as one took, and never less', () => {
  expect(estimateFrom([ended(0, 90), ended(0, 90)], 1).minutes).toEqual({ least: 1.5, most: 1.5 })
})
