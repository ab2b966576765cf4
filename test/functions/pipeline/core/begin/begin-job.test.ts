import { expect, test } from 'vitest'
import { Failure } from '../../../../../catalog/failures/failure.ts'
import {
  type BeginJobDeps,
  beginJob,
  type NewJob,
} from '../../../../../functions/pipeline/core/begin/begin-job.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import { RESULT_MARK } from '../../../../../functions/pipeline/core/ports/objects.ts'
import { Unstorable } from '../../../../../functions/unstorable.ts'
import { memoryBudgetAccount } from '../../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../../faults/ports/memory-jobs.ts'

const NOW = Date.parse('2026-01-31T00:00:10.000Z')
const SOURCE = { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10, etag: 'e' }
const WRITE = { ...SOURCE, version: 'write:2026-01-31T00:00:00Z/10/e/00000000', sequencer: '01' }
const STEP = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
const LOADED = { text: { steps: [STEP] }, sha256: 'a'.repeat(64) }

function open(found: object | null = { metadata: {} }, more: Partial<BeginJobDeps> = {}) {
  const jobs = memoryJobs()
  const calls: unknown[] = []
  const note =
    (name: string) =>
    async (...given: unknown[]) =>
      void calls.push([name, ...given])
  const marked = async (id: string) => {
    calls.push(['markBatched', id])
    await jobs.markBatched(id)
  }
  const read = async ({ key }: { key: string }) => {
    calls.push(['read', key])
    return JSON.stringify(LOADED.text)
  }
  const deps = {
    jobs: { ...jobs, markBatched: marked },
    budgetAccount: memoryBudgetAccount(),
    objects: { head: async () => found ?? undefined, read },
    companions: { lookAgain: note('lookAgain') },
    startExecution: async () => 'started',
    announce: async () => {},
    uniqueId: () => 'me',
    now: () => NOW,
    ...more,
  } as unknown as BeginJobDeps
  const begin = async (job: Partial<NewJob> = {}) => {
    const given = { source: SOURCE, recipe: 'slim', attempt: 0, loaded: LOADED, ...job }
    const { job: id, outcome } = await beginJob(given, deps)
    return { id, outcome, stored: id === undefined ? undefined : await jobs.get(id) }
  }
  return { jobs, calls, begin }
}

test('a job is stored with its recipe before it starts, and without what is not set', async () => {
  const { begin, calls } = open()
  const { id, outcome, stored } = await begin()
  expect([outcome, calls]).toEqual(['started', []])
  expect(stored).toEqual({
    id,
    attempt: 0,
    source: SOURCE,
    status: 'running',
    recipe: { name: 'slim', sha256: LOADED.sha256, plan: expect.any(Object) },
    createdAt: '2026-01-31T00:00:10.000Z',
  })
})

test('prices and limits of the service are stored with the job', async () => {
  const settings = { unitPrice: 0.5, generatorPrice: 0.25, serviceLimits: { maxLongSide: 1024 } }
  expect((await open(undefined, settings).begin()).stored).toMatchObject(settings)
})

test('a recipe that is not given is read', async () => {
  const { begin, calls } = open()
  await begin({ loaded: undefined as never })
  expect(calls).toEqual([['read', 'recipes/slim.json']])
})

test('a result of a job is ignored, and what has gone begins one that says so', async () => {
  const result = await open({ metadata: { [RESULT_MARK]: 'job-1' } }).begin()
  expect(result).toEqual({ id: undefined, outcome: 'ignored', stored: undefined })
  expect((await open(null).begin()).stored?.refusal?.code).toBe('SourceGone')
  expect((await open({ metadata: {}, archived: true }).begin()).stored?.refusal?.code).toBe(
    'SourceArchived',
  )
})

test('a job that a batch waits for is marked where it was begun without one', async () => {
  const { begin, calls } = open()
  const { id, stored } = await begin()
  expect(stored).not.toHaveProperty('batched')
  expect((await begin({ batched: true })).stored).toMatchObject({ id, batched: true })
  expect(calls).toEqual([['markBatched', id]])
  expect((await begin({ batched: true })).stored).toMatchObject({ id, batched: true })
  await begin()
  expect(calls).toHaveLength(1)
  const own = open()
  expect((await own.begin({ batched: true })).stored).toMatchObject({ batched: true })
  expect(own.calls).toEqual([])
})

test('of a write without a version its job is looked at again after five minutes', async () => {
  const { begin, calls } = open()
  const { id } = await begin({ source: WRITE })
  expect(calls).toEqual([['lookAgain', id, 300]])
})

test('a later write that is like an earlier one has a job of its own, and a retry has its attempt’s', async () => {
  const { begin } = open()
  const first = await begin({ source: WRITE })
  const again = await begin({ source: WRITE })
  const later = await begin({ source: { ...WRITE, sequencer: '02' } })
  expect(again.id).toBe(first.id)
  expect(later.stored?.source.version).toBe(`${WRITE.version}/2`)
  const retried = await begin({ source: WRITE, attempt: 1 })
  const later1 = await begin({ source: { ...WRITE, sequencer: '02' }, attempt: 1 })
  expect([retried.stored?.attempt, later1.id]).toEqual([1, retried.id])
})

test('what was overwritten before it began is told as superseded', async () => {
  const { begin } = open()
  const newer = await begin({ source: { ...SOURCE, version: 'v2', sequencer: '0B' } })
  const older = await begin({ source: { ...SOURCE, sequencer: '0A' } })
  expect(newer.stored).not.toHaveProperty('refusal')
  expect(older.stored?.refusal?.code).toBe('Superseded')
  expect(older.stored?.recipe).toEqual({ name: 'slim' })
})

test('what the database cannot hold is stored without it and fails, and another error is thrown', async () => {
  const failing = (error: Error) => {
    const { jobs, begin } = open()
    const create = jobs.create
    let tries = 0
    const once = async (job: Job) => {
      if (tries++ === 0) throw error
      return create(job)
    }
    return open(undefined, { jobs: { ...jobs, create: once } } as never)
      .begin()
      .catch((thrown: Error) => thrown) as ReturnType<typeof begin>
  }
  const outcome = await failing(new Unstorable('It is too large.'))
  expect(outcome.outcome).toBe('started')
  expect(await failing(new Error('Away.'))).toEqual(new Error('Away.'))
})

const OVER = '{"timeoutSeconds": 60}'
const OPEN = { ...LOADED, text: { ...LOADED.text, overrides: ['timeoutSeconds'] } }

test.each([
  ['an object’s, where nothing is said', {}, {}, 60],
  ['an object’s, where that is allowed', {}, { overrides: true, retryOverrides: false }, 60],
  ['an object’s, where that is not', {}, { overrides: false }, 'RecipeInvalid'],
  ['a retry’s, where nothing is said', { changes: OVER }, {}, 60],
  [
    'a retry’s, where that is allowed',
    { changes: OVER },
    { overrides: false, retryOverrides: true },
    60,
  ],
  ['a retry’s, where that is not', { changes: OVER }, { retryOverrides: false }, 'RecipeInvalid'],
])('what is laid over a recipe: %s', async (_, job, allowed, expected) => {
  const metadata = 'changes' in job ? {} : { 'darkroom-recipe': OVER }
  const { stored } = await open({ metadata }, allowed).begin({ ...job, loaded: OPEN })
  expect(stored?.refusal?.code ?? stored?.recipe.plan?.timeoutSeconds).toBe(expected)
})

test('what the service does not carry out is refused where that is known, and the reason of a recipe first', async () => {
  const offer = { features: ['face-lift'] } as never
  expect((await open(undefined, { offer }).begin()).stored?.refusal?.code).toBe(
    'FeatureUnavailable',
  )
  const carriesOut = { features: ['body-reshape'] } as never
  expect((await open(undefined, { offer: carriesOut }).begin()).stored?.refusal).toBeUndefined()
  const { stored } = await open(undefined, { offer }).begin({
    loaded: new Failure('RecipeUnknown', 'There is none.'),
  })
  expect(stored?.refusal).toEqual({ code: 'RecipeUnknown', message: 'There is none.' })
})

test('a defect is no refusal of the recipe', async () => {
  const defect = new TypeError('a defect')
  const offer = {
    get features(): string[] {
      throw defect
    },
  }
  await expect(open(undefined, { offer }).begin()).rejects.toBe(defect)
})
