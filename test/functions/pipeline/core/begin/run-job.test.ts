import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { currentCorrelationIds, withRequestId } from '../../../../../functions/log.ts'
import {
  type RunJobDeps,
  type RunOptions,
  runJob,
} from '../../../../../functions/pipeline/core/begin/run-job.ts'
import type { Ending, Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import { NO_LOOK, type Place } from '../../../../../functions/pipeline/core/ports/turns.ts'
import { memoryBudgetAccount } from '../../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../../faults/ports/memory-jobs.ts'

const NOW = Date.parse('2026-01-31T00:00:10.000Z')
const slim = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
const masked = {
  feature: 'obj-replace',
  parameters: { prompt: 'remove' },
  inputs: { msk: { companion: '{stem}.mask.png' } },
}

function jobWith(step: object, changes: Partial<Job> = {}): Job {
  const plan = parseRecipe({ steps: [step], timeoutSeconds: 900, companionSeconds: 300 })
  return {
    id: 'job-1',
    status: 'running',
    attempt: 1,
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 },
    recipe: { name: 'slim', plan },
    createdAt: '2026-01-31T00:00:00.000Z',
    ...changes,
  }
}

type Situation = {
  /** Keys that are there. */
  there?: string[]
  /** How many files may begin; every one where it is not given. */
  room?: number
  units?: number
  now?: number
  how?: RunOptions
  /** The look that the line waits for. */
  look?: number
  /** Whether it ended after it was read. */
  ended?: boolean
  /** Where it stands or stood, with `look` in line. */
  place?: Place
}

async function run(job: Job | undefined, situation: Situation = {}) {
  const { there = [], room, units, now = NOW, how, look, place } = situation
  const jobs = memoryJobs()
  if (job) await jobs.create(job)
  if (situation.ended) jobs.overwrite('job-1', { status: 'failed' } as Ending)
  const budgetAccount = memoryBudgetAccount()
  const calls: unknown[] = []
  const note =
    (name: string, answer?: unknown) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given])
      return answer
    }
  const turns = {
    take: async () => (room ?? 0) > 0,
    placeOf: async () => place ?? (look === undefined ? undefined : { look, inLine: true }),
    schedule: note('schedule'),
    enter: note('enter'),
    leave: note('leave'),
    stepOut: note('stepOut'),
  }
  const deps = {
    jobs,
    budgetAccount,
    ...(units !== undefined && { budget: { units } }),
    objects: { head: async ({ key }: { key: string }) => (there.includes(key) ? {} : undefined) },
    companions: { expect: note('expect'), lookAgain: note('lookAgain') },
    startExecution: note('start', 'started'),
    announce: async ({ status }: { status: string }) => void calls.push(['announce', status]),
    ...(room !== undefined && { turns }),
    uniqueId: () => 'me',
    now: () => now,
  } as unknown as RunJobDeps
  const outcome = await runJob(job, deps, how)
  const reserved = (await budgetAccount.read('2026-01-31')).totals['units']
  const again = () => runJob(job, deps, how)
  return { outcome, calls, again, job: await jobs.get('job-1'), reserved }
}

const START = [
  'start',
  'job-1',
  { job: 'job-1', timeoutSeconds: 900, waitSeconds: expect.any(Number), attempt: 1 },
]

test('a job starts its execution from its record', async () => {
  const { outcome, calls } = await run(jobWith(slim))
  expect([outcome, calls]).toEqual(['started', [START]])
})

test('what there is not, or has ended, is a duplicate', async () => {
  expect((await run(undefined)).outcome).toBe('duplicate')
  const ended = await run(jobWith(slim, { status: 'succeeded' }))
  expect([ended.outcome, ended.calls]).toEqual(['duplicate', []])
})

test('a job waits for its companion, is looked at when its time is over, and starts when it is there', async () => {
  const mask = { bucket: 'drop', key: 'drop/slim/a.mask.png' }
  const waiting = await run(jobWith(masked))
  expect(waiting.outcome).toBe('waiting')
  expect(waiting.calls).toEqual([
    ['expect', mask, 'job-1'],
    ['lookAgain', 'job-1', 290],
  ])
  expect((await run(jobWith(masked), { there: [mask.key] })).outcome).toBe('started')
  const last = await run(jobWith(masked), { now: NOW + 289_001 })
  expect(last.calls.at(-1)).toEqual(['lookAgain', 'job-1', 1])
  expect((await run(jobWith(masked), { now: NOW + 290_000 })).outcome).toBe('started')
})

test('a refused job waits for nothing and reserves nothing', async () => {
  const refusal = { code: 'RecipeInvalid', message: 'No.' } as const
  const { outcome, calls, job } = await run(jobWith(masked, { refusal }), { room: 0, units: 0 })
  expect([outcome, calls]).toEqual(['started', [START]])
  expect(job).not.toHaveProperty('funding')
})

test('a job for which the budget has no room is parked and announced once', async () => {
  const { outcome, calls, again, job } = await run(jobWith(slim), { units: 0 })
  expect([outcome, calls]).toEqual(['parked', [['announce', 'parked']]])
  expect(job).toMatchObject({ status: 'parked' })
  expect(await again()).toBe('parked')
  expect(calls).toHaveLength(1)
  expect((await run(jobWith(slim), { units: 1 })).outcome).toBe('started')
  const wished = await run(jobWith(slim), { units: 0, how: { deliberately: true } })
  expect([wished.outcome, wished.job?.funding?.adds]).toEqual([
    'started',
    expect.objectContaining({ units: 1 }),
  ])
})

test('a file stands in line while enough are under way, unless it is wished for or a batch’s', async () => {
  const waiting = await run(jobWith(slim), { room: 0 })
  expect(waiting.outcome).toBe('waiting')
  expect(waiting.calls.map((call) => (call as string[])[0])).toEqual(['schedule', 'enter'])
  expect((await run(jobWith(slim), { room: 1 })).outcome).toBe('started')
  expect((await run(jobWith(slim, { batched: true }), { room: 0 })).outcome).toBe('started')
  const wished = await run(jobWith(slim), { room: 0, how: { deliberately: true } })
  expect(wished.outcome).toBe('started')
})

test('whoever stood in line leaves it, and a look that is past changes nothing', async () => {
  const turned = await run(jobWith(slim), { room: 1, look: 2, how: { look: 2 } })
  expect([turned.outcome, turned.calls.at(-1)]).toEqual(['started', ['leave', 'job-1']])
  const past = await run(jobWith(slim), { room: 1, look: 3, how: { look: 2 } })
  expect([past.outcome, past.calls]).toEqual(['duplicate', []])
  const still = await run(jobWith(slim), { room: 0, look: 2, how: { look: 2 } })
  expect([still.outcome, still.calls.length]).toEqual(['waiting', 2])
  // A job that ended meanwhile leaves it, too.
  const ended = await run(jobWith(slim, { status: 'failed' }), {
    room: 1,
    look: 2,
    how: { look: 2 },
  })
  expect([ended.outcome, ended.calls]).toEqual(['duplicate', [['leave', 'job-1']]])
})

test('whoever is parked or short of a companion at its turn may come into line again', async () => {
  const turn = { room: 1, look: 2, how: { look: 2 } }
  const parked = await run(jobWith(slim), { ...turn, units: 0 })
  expect([parked.outcome, parked.calls.at(-1)]).toEqual(['parked', ['stepOut', 'job-1', 2]])
  const waiting = await run(jobWith(masked), turn)
  expect([waiting.outcome, waiting.calls.at(-1)]).toEqual(['waiting', ['stepOut', 'job-1', 2]])
  const funded = jobWith(slim, { funding: { day: '2026-01-31', by: 'me', adds: {} } })
  const again = await run(funded, { room: 0, units: 1, place: { look: 2, inLine: false } })
  expect([again.outcome, again.calls]).toEqual([
    'waiting',
    [
      ['schedule', 'job-1', 3, expect.any(Number)],
      ['enter', funded, 3],
    ],
  ])
  const begun = await run(funded, { room: 0, place: { look: NO_LOOK, inLine: false } })
  expect([begun.outcome, begun.calls]).toEqual(['waiting', []])
})

test('what is logged while a job is begun carries its id', async () => {
  const ids = await withRequestId('request-1', async () => {
    await run(jobWith(slim))
    return currentCorrelationIds()
  })
  expect(ids).toEqual({ requestId: 'request-1', correlationId: 'job-1' })
})

test('of several companions all are waited for, and a time that is over is zero', async () => {
  const more = { ...masked, inputs: { msk: { companion: '{stem}.ref.png' } } }
  const plan = parseRecipe({ steps: [masked, more], companionSeconds: 300 })
  const both = jobWith(masked, { recipe: { name: 'slim', plan } })
  const [mask, reference] = ['drop/slim/a.mask.png', 'drop/slim/a.ref.png']
  expect((await run(both, { there: [mask] })).outcome).toBe('waiting')
  expect((await run(both, { there: [mask, reference] })).outcome).toBe('started')
  expect((await run(both, { now: NOW + 290_001 })).outcome).toBe('started')
})

test('a job without a plan starts with the time that recipes have', async () => {
  const { calls } = await run(jobWith(slim, { recipe: { name: 'slim' } }))
  expect(calls).toEqual([['start', 'job-1', { ...(START[2] as object), timeoutSeconds: 3600 }]])
})

test('a job that ended before it was funded is a duplicate, and nothing stays reserved', async () => {
  const { outcome, calls, reserved } = await run(jobWith(slim), { units: 5, ended: true })
  expect([outcome, calls]).toEqual(['duplicate', []])
  expect(reserved).toBe(0)
})
