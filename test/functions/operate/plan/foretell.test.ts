import { expect, test } from 'vitest'
import { parsePipelineBounds } from '../../../../catalog/limits/pipeline-bounds.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import type { EndedJob } from '../../../../functions/operate/costs/estimate.ts'
import {
  type ForetellSite,
  type Foretold,
  outlookFrom,
} from '../../../../functions/operate/plan/foretell.ts'

const recipe = parseRecipe({
  steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
})

/** Two seconds for the effect, one unit. */
const ended: EndedJob = {
  id: 'job',
  status: 'succeeded',
  attempt: 0,
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v', size: 2_000_000 },
  recipe: { name: 'slim', plan: recipe },
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:03.000Z',
  trail: {
    steps: [
      {
        feature: 'body-reshape',
        detection: null,
        tasks: [
          { index: 0, taskId: 't', status: 'success', ms: 2_000, retries: 0, charge: { units: 1 } },
        ],
      },
    ],
    states: [],
  },
}

const site: ForetellSite = {
  bounds: { openFiles: 1000, workers: { pictures: 10, videos: 4 } },
  local: false,
  region: 'eu-west-1',
  now: 0,
}
const asked: Foretold = { name: 'slim', recipe, files: 1_000, arrival: { overSeconds: 60 } }

test('a thousand files are bounded by the workers, and take as long as these need', () => {
  const { bound } = outlookFrom([ended], [], asked, site)
  expect(bound).toMatchObject({ name: 'workers', workers: 10 })
  expect(bound!.seconds).toBeGreaterThanOrEqual(200)
  expect(bound!.seconds).toBeLessThan(260)
})

test('where there are workers enough, the requests of the key are what bounds a batch', () => {
  const bounds = { openFiles: 1000, workers: { pictures: 1000, videos: 4 } }
  const batch: Foretold = { ...asked, files: 20_000, arrival: { atOnce: 1_000 } }
  const { bound } = outlookFrom([ended], [], batch, { ...site, bounds })
  expect(bound).toMatchObject({ name: 'requests of the key' })
})

test('few files, an unknown service and a recipe without a job that succeeded name no bound', () => {
  expect(outlookFrom([ended], [], { ...asked, files: 3 }, site)).not.toHaveProperty('bound')
  const unknown = { ...site, bounds: { openFiles: 1000 } }
  expect(outlookFrom([ended], [], asked, unknown)).not.toHaveProperty('bound')
  expect(outlookFrom([], [], asked, site)).toEqual({ from: 0 })
  expect(outlookFrom([{ ...ended, refused: true }] as never, [], asked, site)).not.toHaveProperty(
    'bound',
  )
})

test('a hundred thousand files take five times as long as twenty thousand', () => {
  const arrival = { atOnce: 100 }
  const secondsOf = (files: number): number =>
    outlookFrom([ended], [], { ...asked, files, arrival }, site).bound!.seconds
  expect(secondsOf(100_000) / secondsOf(20_000)).toBeCloseTo(5, 6)
})

test('the day’s budget says how many it holds, and how many days they take', () => {
  const units = { of: 'units', taken: 100, most: 400 } as const
  const { budget } = outlookFrom([ended], [units], asked, site)
  // 300 today, then 400 and 300.
  expect(budget).toEqual({ holds: 300, days: 3 })
  const enough = { of: 'units', taken: 100, most: 1_100 } as const
  const other = { recipe: 'other', of: 'units', taken: 0, most: 1 } as const
  expect(outlookFrom([ended], [enough, other], asked, site)).not.toHaveProperty('budget')
  const own = { recipe: 'slim', of: 'units', taken: 0, most: 500 } as const
  expect(outlookFrom([ended], [enough, own], asked, site).budget).toEqual({ holds: 500, days: 2 })
  const none = { of: 'units', taken: 0, most: 0 } as const
  const { budget: never } = outlookFrom([ended], [none], asked, site)
  expect(never).toEqual({ holds: 0, days: Infinity })
})

test('bounds are read as a stack tells them', () => {
  const told = { openFiles: 5, workers: { pictures: 2, videos: 1 }, budget: { units: 9 } }
  expect(parsePipelineBounds(JSON.stringify(told))).toEqual(told)
  expect(parsePipelineBounds('{"openFiles":5}')).toEqual({ openFiles: 5 })
  expect(() => parsePipelineBounds('{"openFiles":0}')).toThrow()
  expect(() => parsePipelineBounds('{"openFiles":5,"budget":{"units":-1}}')).toThrow(/budget.units/)
})

test('one processor is shared by everything in a local run', () => {
  const secondsOf = (local: boolean) =>
    outlookFrom([ended], [], asked, { ...site, local }).bound!.seconds
  // A tenth of a second for the drop of ten files, and for each of two steps.
  expect(secondsOf(false)).toBeLessThan(250)
  expect(secondsOf(true)).toBeGreaterThan(250)
})

test('the limit that takes the most days counts, in whatever order they come', () => {
  const line = (most: number) => ({ of: 'units', taken: 0, most }) as const
  const tightest = { holds: 100, days: 10 }
  for (const lines of [
    [100, 500, 250],
    [500, 100, 250],
    [250, 500, 100],
  ]) {
    expect(outlookFrom([ended], lines.map(line), asked, site).budget).toEqual(tightest)
  }
  // What nobody knows the price of is not held against a budget.
  expect(outlookFrom([], [line(0)], asked, site)).toEqual({ from: 0 })
})
