import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { perThousand, sumCosts } from '../../../../functions/operate/costs/sum-costs.ts'
import { estimateCost } from '../../../../functions/pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'

const plan = parseRecipe({ steps: [{ feature: 'face-lift', parameters: { type: 'auto' } }] })

async function* jobs(...ends: Partial<Job>[]) {
  for (const [at, end] of ends.entries()) {
    yield {
      id: `job-${at}`,
      attempt: 0,
      source: { bucket: 'drop', key: `drop/firm/${at}.jpg`, version: 'v', size: 1000 },
      recipe: { name: 'firm', plan },
      createdAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:00:05.000Z',
      trail: { steps: [], states: [] },
      ...end,
    } as Job
  }
}

test('a file that did not suit is counted as refused, came it back or not, and not as failed', async () => {
  const failure = { state: 'Prepare', retryable: false, words: '' }
  const found = await sumCosts(
    jobs(
      { status: 'succeeded' },
      { status: 'succeeded', refused: { step: 0, code: 'NoTarget', words: 'Nobody.' } },
      { status: 'failed', failure: { ...failure, code: 'SourceUnfit', message: 'A raw file.' } },
      { status: 'failed', failure: { ...failure, code: 'TaskBroke', message: 'It broke.' } },
      { status: 'running' },
    ),
  )
  expect(found['firm']).toMatchObject({ jobs: 4, failed: 1, refused: 2, parked: 0 })
})

test('what jobs took is summed up by recipe, and parked ones took nothing yet', async () => {
  const other = { recipe: { name: 'other', plan } }
  const large = { source: { bucket: 'drop', key: 'drop/firm/a.jpg', version: 'v', size: 3000 } }
  const ends: Partial<Job>[] = [
    { status: 'succeeded' },
    { status: 'parked' },
    { status: 'succeeded', ...large },
    { status: 'parked', ...other },
    { status: 'running', ...other },
  ]
  const { firm, other: second, ...more } = await sumCosts(jobs(...ends))
  expect(more).toEqual({})
  const each: ReturnType<typeof estimateCost>[] = []
  for await (const job of jobs({ status: 'succeeded' }, { status: 'succeeded', ...large })) {
    each.push(estimateCost(job))
  }
  const sum = (of: (cost: (typeof each)[number]) => number) =>
    each.reduce((total, cost) => total + of(cost), 0)
  expect(firm).toMatchObject({
    jobs: 2,
    parked: 1,
    estimated: sum(({ estimated }) => Number(estimated)),
    units: sum(({ units }) => units),
    bytes: sum(({ bytesIn, bytesOut }) => bytesIn + bytesOut),
    transitions: sum(({ transitions }) => transitions),
  })
  expect(firm?.bytes).toBe(4000)
  for (const [line, dollars] of Object.entries(firm?.dollars ?? {})) {
    const own = (cost: (typeof each)[number]) =>
      cost.dollars[line as keyof typeof cost.dollars] ?? 0
    expect(dollars, line).toBeCloseTo(sum(own), 12)
  }
  expect(firm?.dollars.total).toBeCloseTo(
    sum(({ dollars }) => dollars.total),
    12,
  )
  expect(second).toMatchObject({ jobs: 0, parked: 1, units: 0 })
  expect(perThousand(second!)).toMatchObject({ units: 0, dollars: { total: 0 } })
})

test('of a thousand files it is as much as that of the mean one', () => {
  const dollars = { total: 4, s3: 1 }
  expect(perThousand({ jobs: 2, units: 6, dollars } as never)).toEqual({
    units: 3000,
    dollars: { total: 2000, s3: 500 },
  })
})

test('jobs whose charge nobody told are counted, and lines that only some of them have are summed up', async () => {
  const task = { index: 0, taskId: 't', status: 'success', ms: 1, retries: 0 }
  const jobOf = (charge?: object) => ({
    status: 'succeeded' as const,
    trail: {
      steps: [
        { feature: 'face-lift', detection: null, tasks: [{ ...task, ...(charge && { charge }) }] },
      ],
      states: [],
    },
  })
  const made = (dollars: number) => jobOf({ units: 1, generations: [{ dollars }] })
  const all = [jobOf(), jobOf(), made(0.25), jobOf({ units: 1 }), made(0.5)] as Partial<Job>[]
  const { firm } = await sumCosts(jobs(...all))
  expect(firm).toMatchObject({ jobs: 5, estimated: 2 })
  expect(firm?.dollars.generator).toBeCloseTo(0.75, 12)
})
