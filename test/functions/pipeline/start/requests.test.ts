import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { type StartDeps, start } from '../../../../functions/pipeline/start/start.ts'
import { memoryBudgetAccount } from '../../../faults/ports/memory-budget-account.ts'
import { memoryCompanions } from '../../../faults/ports/memory-companions.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'
import { memoryObjects } from '../../../faults/ports/memory-objects.ts'

const NOW = Date.parse('2026-01-31T00:00:10.000Z')
const MASKED = {
  feature: 'obj-replace',
  parameters: { prompt: 'remove' },
  inputs: { msk: { companion: '{stem}.mask.png' } },
}
const RECIPE = { steps: [MASKED], companionSeconds: 300 }
const MASK = 'drop/erase/a.mask.png'

/** A job that waits for its mask, and what comes of messages. */
async function world({
  job = {},
  more = {},
}: {
  job?: Partial<Job>
  more?: Partial<StartDeps>
} = {}) {
  const objects = memoryObjects(() => NOW)
  const put = (key: string, text: string) => objects.put('drop', key, Buffer.from(text))
  put('recipes/erase.json', JSON.stringify(RECIPE))
  const { version } = put('drop/erase/a.jpg', 'a picture')
  const jobs = memoryJobs()
  await jobs.create({
    id: 'job-1',
    status: 'running',
    attempt: 0,
    source: { bucket: 'drop', key: 'drop/erase/a.jpg', version, size: 9 },
    recipe: { name: 'erase', plan: parseRecipe(RECIPE) },
    createdAt: '2026-01-31T00:00:00.000Z',
    ...job,
  })
  const waits: unknown[] = []
  const started: string[] = []
  const deps = {
    jobs,
    objects,
    companions: memoryCompanions((...look) => void waits.push(look)),
    startExecution: async (name: string) => {
      started.push(name)
      return 'started' as const
    },
    budgetAccount: memoryBudgetAccount(),
    announce: async () => {},
    uniqueId: () => 'nobody else',
    now: () => NOW,
    ...more,
  }
  const tell = (message: unknown) => start(JSON.stringify(message), deps)
  const drop = (key: string) => {
    const { version } = put(key, 'a mask')
    const object = { key, size: 6, etag: version, 'version-id': version }
    return tell({ 'detail-type': 'Object Created', detail: { bucket: { name: 'drop' }, object } })
  }
  return { jobs, waits, started, put, tell, drop }
}

test('a job that waits is looked at again by its name', async () => {
  const { put, tell, waits, started } = await world()
  expect(await tell({ lookAgain: 'job-1' })).toEqual({ job: 'job-1', outcome: 'waiting' })
  expect([waits, started]).toEqual([[['job-1', 290]], []])
  put(MASK, 'a mask')
  expect(await tell({ lookAgain: 'job-1' })).toEqual({ job: 'job-1', outcome: 'started' })
  expect(started).toEqual(['job-1'])
  expect(await tell({ lookAgain: 'job-2' })).toEqual({ job: 'job-2', outcome: 'duplicate' })
})

test('a companion resumes the job that waits for it, and is no source', async () => {
  const { drop, tell, started, jobs } = await world()
  // Nobody waits for it yet.
  expect(await drop(MASK)).toEqual({ outcome: 'ignored' })
  await tell({ lookAgain: 'job-1' })
  started.length = 0
  expect(await drop(MASK)).toEqual({ job: 'job-1', outcome: 'started' })
  expect(started).toEqual(['job-1'])
  expect(jobs.all()).toHaveLength(1)
})

test('a parked job is released whatever the budget says, and looked at only as far as it goes', async () => {
  const parked = { reason: 'units', since: '2026-01-31T00:00:00Z', until: '2026-02-01T00:00:00Z' }
  const { put, tell } = await world({
    job: { status: 'parked', parked },
    more: { budget: { units: 0 } },
  })
  put(MASK, 'a mask')
  expect(await tell({ lookAgain: 'job-1' })).toMatchObject({ outcome: 'parked' })
  expect(await tell({ release: 'job-1' })).toEqual({ job: 'job-1', outcome: 'started' })
})

/** What a look at a job in line is scheduled as, where no file may begin. */
async function turned(message: object, look: number) {
  const scheduled: unknown[] = []
  const turns = {
    take: async () => false,
    placeOf: async () => ({ look, inLine: true }),
    schedule: async (_: string, next: number) => void scheduled.push(next),
    enter: async () => {},
  } as unknown as StartDeps['turns']
  const { put, tell } = await world({ more: { turns } })
  put(MASK, 'a mask')
  return { begun: await tell(message), scheduled }
}

test('a job in line is looked at by the number of its look, the first one being 0', async () => {
  const waiting = { job: 'job-1', outcome: 'waiting' }
  expect(await turned({ turn: 'job-1', look: 3 }, 3)).toEqual({ begun: waiting, scheduled: [4] })
  expect(await turned({ turn: 'job-1' }, 0)).toEqual({ begun: waiting, scheduled: [1] })
  const past = { begun: { job: 'job-1', outcome: 'duplicate' }, scheduled: [] }
  expect(await turned({ turn: 'job-1', look: 3 }, 4)).toEqual(past)
  expect(await turned({ turn: 'job-1' }, 1)).toEqual(past)
})

test('what names no object is ignored, and what has no known form refused', async () => {
  const { tell } = await world()
  await expect(tell(null)).rejects.toThrow()
  expect(await tell({ Service: 'Amazon S3', Event: 's3:TestEvent' })).toEqual({
    outcome: 'ignored',
  })
  await expect(tell({ lookAgain: 7 })).rejects.toThrow()
  await expect(tell({ turn: 'job-1', look: 0.5 })).rejects.toThrow()
})

test('only a job that has failed is tried again', async () => {
  const { tell } = await world()
  await expect(tell({ retry: 'job-1' })).rejects.toThrow('job-1 has not failed: it is running.')
  await expect(tell({ retry: 'job-2' })).rejects.toThrow('There is no job job-2.')
})
