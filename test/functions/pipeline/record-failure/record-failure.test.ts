import { expect, test, vi } from 'vitest'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { recordEndedExecution } from '../../../../functions/pipeline/record-failure/record-ended-execution.ts'
import { recordFailure } from '../../../../functions/pipeline/record-failure/record-failure.ts'
import { memoryBudgetAccount } from '../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'
import { memoryObjects, type Versioning } from '../../../faults/ports/memory-objects.ts'

const NOW = Date.UTC(2026, 0, 1)
const KEY = 'drop/slim/a.jpg'

/** A running job whose dropped file is there. */
async function world(versioning: Versioning = 'enabled') {
  const jobs = memoryJobs()
  const objects = memoryObjects(
    () => NOW,
    () => versioning,
  )
  const source = objects.put('drop', KEY, Buffer.from('the source'))
  const job: Job = {
    id: 'job-1',
    status: 'running',
    attempt: 0,
    createdAt: new Date(NOW).toISOString(),
    source: { bucket: 'drop', key: KEY, version: source.version, size: 10 },
    recipe: {
      name: 'slim',
      plan: parseRecipe({
        steps: [{ feature: 'body-reshape', parameters: { features: { slim: -10 } } }],
      }),
    },
  }
  await jobs.create(job)
  objects.put('results', 'prepared/job-1/0.jpg', Buffer.from('prepared'))
  const announced: string[] = []
  const deps = {
    jobs,
    objects,
    budgetAccount: memoryBudgetAccount(),
    announce: async ({ status }: { status: string }) => void announced.push(status),
    provider: {
      idempotent: true,
      status: () => Promise.reject(new Error('Nobody asks here.')),
      create: () => Promise.reject(new Error('Nothing is created here.')),
      upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
    },
    download: () => Promise.reject(new Error('Nothing is downloaded here.')),
    readVariables: async (_?: string): Promise<Record<string, unknown>> => ({}),
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
    removeAll: objects.removeAll,
    resultsBucket: 'results',
    resultsPrefix: 'results/',
    uniqueId: () => 'me',
    now: () => NOW,
  }
  const fail = (name: string, message = '', state = 'CreateTask') =>
    recordFailure(
      {
        job: 'job-1',
        state,
        error: { Error: name, Cause: JSON.stringify({ errorMessage: message }) },
        states: [{ state, ms: 5, retries: 0 }],
      },
      deps,
    )
  const receipt = () =>
    JSON.parse(
      Buffer.from(
        objects.versions('results', 'results/job-1/receipt.json').at(-1)?.bytes ?? [],
      ).toString() || 'null',
    )
  const prepared = () => objects.versions('results', 'prepared/job-1/0.jpg').length
  return { jobs, objects, deps, announced, source, fail, receipt, prepared }
}

test('a job ends with what failed, where and whether again, with a receipt and an announcement', async () => {
  const { fail, jobs, receipt, announced, prepared } = await world()
  expect(await fail('NoTarget', 'Nobody is there.', 'ChooseTarget')).toEqual({
    job: 'job-1',
    code: 'NoTarget',
  })
  const failure = {
    code: 'NoTarget',
    message: 'Nobody is there.',
    state: 'ChooseTarget',
    retryable: false,
  }
  expect(await jobs.get('job-1')).toMatchObject({
    status: 'failed',
    failure,
    finishedAt: '2026-01-01T00:00:00.000Z',
    trail: { steps: [], states: [{ state: 'ChooseTarget', ms: 5, retries: 0 }] },
  })
  expect(receipt()).toMatchObject({ status: 'failed', failure })
  expect(announced).toEqual(['failed'])
  // What was prepared for it is of no use any more.
  expect(prepared()).toBe(0)
})

test('a job that has failed keeps its failure and is announced once', async () => {
  const { fail, jobs, announced } = await world()
  await fail('NoTarget', 'Nobody is there.')
  expect(await fail('JobTimedOut')).toEqual({ job: 'job-1', code: 'NoTarget' })
  expect(await jobs.get('job-1')).toMatchObject({ failure: { code: 'NoTarget' } })
  expect(announced).toEqual(['failed'])
})

test('one whose recorder crashed before it announced is announced by the next', async () => {
  const { fail, deps, announced, receipt } = await world()
  const { announce } = deps
  deps.announce = () => Promise.reject(new Error('EventBridge is away.'))
  await expect(fail('NoTarget')).rejects.toThrow('EventBridge is away.')
  deps.announce = announce
  await fail('NoTarget')
  expect(announced).toEqual(['failed'])
  expect(receipt()).toMatchObject({ failure: { code: 'NoTarget' } })
})

test('of a job that nobody knows nothing is written', async () => {
  const { deps, announced, receipt } = await world()
  expect(
    await recordFailure({ job: 'job-2', state: 'Start', error: { Error: 'NoTarget' } }, deps),
  ).toBeUndefined()
  expect(announced).toEqual([])
  expect(receipt()).toBeNull()
})

test('where the source could not be fetched because it was deleted, that is told', async () => {
  const { fail, objects, source } = await world()
  objects.removeVersion('drop', KEY, source.version)
  expect(await fail('TaskFailed', 'error_download_image: 404')).toEqual({
    job: 'job-1',
    code: 'SourceGone',
  })
})

test.each([
  ['TaskFailed', 'error_download_image: 404'],
  ['SourceGone', 'The dropped object was deleted before it could be read.'],
])(
  '%s of a source that was overwritten in a bucket without versions is Superseded',
  async (name, message) => {
    const { fail, objects } = await world('never')
    objects.put('drop', KEY, Buffer.from('a newer source'))
    expect(await fail(name, message)).toEqual({ job: 'job-1', code: 'Superseded' })
  },
)

test('where the source is there, the service is believed', async () => {
  const { fail } = await world()
  expect(await fail('TaskBroke', 'error_download_image: 404')).toEqual({
    job: 'job-1',
    code: 'TaskBroke',
  })
})

test.each([
  ['TIMED_OUT', undefined, 'JobTimedOut'],
  ['ABORTED', undefined, 'JobAborted'],
  ['FAILED', 'States.QueryEvaluationError', 'ExpressionFailed'],
  ['FAILED', undefined, 'JobFailed'],
])('an execution that ended %s with %s outside its states is %s', async (status, error, code) => {
  const { deps, jobs } = await world()
  await recordEndedExecution(
    { 'detail-type': '', detail: { name: 'job-1', status, ...(error && { error }) } } as never,
    deps,
  )
  expect(await jobs.get('job-1')).toMatchObject({ failure: { code, state: 'Execution' } })
})

test('an execution that was stopped keeps how far it came, or ends without where nobody can tell', async () => {
  const found = { width: 800, height: 600, boxes: [[1, 2, 3, 4]] }
  const stopped = {
    'detail-type': '',
    detail: { executionArn: 'arn', name: 'job-1', status: 'ABORTED' },
  } as never
  const known = await world()
  known.deps.readVariables = async (arn = '') => ({
    step: 0,
    detection: { taskId: arn },
    found,
    timeline: [{ state: 'PreProcess', ms: 5, retries: 0 }],
  })
  await recordEndedExecution(stopped, known.deps)
  expect((await known.jobs.get('job-1'))?.trail).toEqual({
    steps: [],
    states: [{ state: 'PreProcess', ms: 5, retries: 0 }],
    unfinished: { step: 0, detection: 'arn', found },
  })
  const unknown = await world()
  unknown.deps.readVariables = () => Promise.reject(new Error('Throttled.'))
  await recordEndedExecution(stopped, unknown.deps)
  expect(await unknown.jobs.get('job-1')).toMatchObject({
    failure: { code: 'JobAborted' },
    trail: { steps: [], states: [] },
  })
  // Of a job that a state recorded nothing is asked.
  await recordEndedExecution(stopped, {
    ...known.deps,
    readVariables: () => Promise.reject(new Error('Asked.')),
  })
})

/** A step of two tasks whose charges nobody knows yet. */
const UNCHARGED = {
  feature: 'body-reshape',
  detection: null,
  tasks: [0, 1].map((index) => ({ index, taskId: `task-${index}`, status: 'success' as const })),
}

test.each([
  [9_999, 2],
  [10_000, 1],
])('where a charge takes %i ms to tell, %i are asked for', async (took, asked) => {
  const { deps, jobs } = await world()
  let now = NOW
  let calls = 0
  const status = async () => {
    calls++
    now += took
    return { task_status: 'success' as const, charge: { units: 3 } }
  }
  const provider = { ...deps.provider, status } as never
  const error = { Error: 'NoTarget' }
  const input = { job: 'job-1', state: 'Deliver', error, trail: [UNCHARGED] }
  await recordFailure(input, { ...deps, provider, now: () => now })
  expect(calls).toBe(asked)
  const charges = (await jobs.get('job-1'))?.trail?.steps[0]?.tasks.map(({ charge }) => charge)
  expect(charges).toEqual([{ units: 3 }, asked === 2 ? { units: 3 } : undefined])
})

test.each([
  [0, false],
  [1, false],
  [2, true],
  [undefined, true],
])('after %s retries a failure is recorded without charges: %s', async (retries, recorded) => {
  const { deps, jobs } = await world()
  const status = () => Promise.reject(new Failure('ServiceUnreachable'))
  const provider = { ...deps.provider, status }
  const error = { Error: 'NoTarget' }
  const input = { job: 'job-1', state: 'Deliver', error, trail: [UNCHARGED] }
  const ended = recordFailure(
    { ...input, ...(retries !== undefined && { retries }) },
    { ...deps, provider },
  )
  if (recorded) await ended
  else await expect(ended).rejects.toMatchObject({ code: 'ServiceUnreachable' })
  expect((await jobs.get('job-1'))?.status).toBe(recorded ? 'failed' : 'running')
})

test('a source has twenty seconds to be hashed in', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const { fail, jobs } = await world()
  await fail('NoTarget')
  expect(timeout.mock.calls).toContainEqual([20_000])
  timeout.mockRestore()
  expect((await jobs.get('job-1'))?.sourceHash).toMatchObject({ sha256: expect.any(String) })
})

test.each([
  [['index:2'], 'CreateTask'],
  [['largest', 'index:2'], 'CreateTask'],
  [['largest', 'all'], 'Deliver'],
  [undefined, 'Deliver'],
])('that nobody has the index of a recipe for %j is told of %s', async (targets, state) => {
  const { deps, jobs } = await world()
  const found = (await jobs.get('job-1'))!
  const { plan: written, ...recipe } = found.recipe
  const steps = targets?.map((target) => ({ ...written!.steps[0]!, target }))
  const job = { ...found, recipe: { ...recipe, ...(steps && { plan: { ...written!, steps } }) } }
  const get = async () => job as Job
  await recordFailure(
    { job: 'job-1', state: 'Deliver', error: { Error: 'TargetMissing', Cause: 'Nobody.' } },
    { ...deps, jobs: { ...jobs, get } },
  )
  expect(await jobs.get('job-1')).toMatchObject({ failure: { code: 'TargetMissing', state } })
})

test('a failure that only looks like one to fetch the source is what it is', async () => {
  const { fail, objects, source } = await world()
  objects.removeVersion('drop', KEY, source.version)
  expect(await fail('TaskFailed', 'error_no_face')).toMatchObject({ code: 'TaskFailed' })
  const other = await world()
  other.objects.removeVersion('drop', KEY, other.source.version)
  const code = (await other.fail('NoTarget', 'error_download_image: 404'))?.code
  expect(code).toBe('NoTarget')
})
