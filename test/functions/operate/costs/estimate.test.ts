import { expect, onTestFinished, test, vi } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { estimate, estimateFrom } from '../../../../functions/operate/costs/estimate.ts'
import { estimateCost } from '../../../../functions/pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { scripted } from '../scripted.ts'

type Values = { ExpressionAttributeValues: Record<string, string> }

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

/** What is foretold by so many jobs of one moment, twenty days ago, of which the last ones still run. */
async function foretoldBy(count: number, running: number) {
  const now = START + 40 * 86_400_000
  vi.spyOn(Date, 'now').mockReturnValue(now)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const at = 20 * 86_400
  const jobs = Array.from({ length: count }, (_, nth) => ({
    ...ended(at, at + 6),
    id: `job-${String(nth).padStart(3, '0')}`,
    ...(nth >= count - running && { status: 'running', finishedAt: undefined }),
  }))
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const since = new Set<string | undefined>()
  const { client: db } = scripted({
    Query: ({ ExpressionAttributeValues: values }: Values) => {
      since.add(values[':since'])
      const isThere = values[':partition'] === 'recipe slim 2026-01-21#0'
      const entry = ({ id, createdAt }: Job) => ({
        id: `e${id}`,
        job: id,
        createdAt,
        recipe: 'slim',
      })
      return { Items: isThere ? jobs.map((job) => entry(job as Job)) : [] }
    },
    BatchGet: ({ RequestItems }: { RequestItems: { jobs: { Keys: { id: string }[] } } }) => ({
      Responses: { jobs: RequestItems.jobs.Keys.map(({ id }) => byId.get(id)) },
    }),
  })
  const clients = { db, at: { jobsTable: 'jobs' } as never }
  return { found: await estimate({ recipe: 'slim', files: 7 }, clients), since: [...since], now }
}

test('the last hundred jobs that ended count, of the two hundred last ones of thirty days', async () => {
  const { found, since, now } = await foretoldBy(150, 40)
  expect(found).toMatchObject({ from: 100, units: 14 })
  expect(since).toEqual([new Date(now - 30 * 86_400_000).toISOString()])
  expect((await foretoldBy(260, 140)).found.from).toBe(60)
})
