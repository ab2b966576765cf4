import { expect, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import { announceEnding, endJob } from '../../../../../functions/pipeline/core/jobs/end-job.ts'
import { receiptKey } from '../../../../../functions/pipeline/core/jobs/receipt.ts'
import type { Ending, Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import { memoryBudgetAccount } from '../../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../../faults/ports/memory-jobs.ts'
import { memoryObjects } from '../../../../faults/ports/memory-objects.ts'

const NOW = Date.parse('2026-01-31T00:00:00.000Z')
const running: Job = {
  id: 'job-1',
  status: 'running',
  attempt: 0,
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 },
  recipe: { name: 'slim' },
  createdAt: '2026-01-31T00:00:00.000Z',
}
const states = (...names: string[]) => names.map((state) => ({ state, ms: 1, retries: 0 }))

function endingAt(second: number, entered: string[], failed = false): Ending {
  const finishedAt = `2026-01-31T00:00:0${second}.000Z`
  const failure = { code: 'NoTarget', message: 'Nobody.', state: 'X', retryable: false } as const
  const trail = { steps: [], states: states(...entered) }
  const hash = { sourceHash: { sha256: 'ab' } }
  return failed
    ? { status: 'failed', finishedAt, trail, failure, ...hash }
    : { status: 'succeeded', finishedAt, trail, results: [], ...hash }
}

async function begun() {
  const jobs = memoryJobs()
  await jobs.create(running)
  const objects = memoryObjects(() => NOW)
  const calls: string[] = []
  const deps = {
    jobs: {
      ...jobs,
      enlist: async ({ id, status }: Job) => void calls.push(`enlist ${id} ${status}`),
    },
    objects,
    budgetAccount: memoryBudgetAccount(),
    announce: async ({ job, status }: { job: string; status: string }) =>
      void calls.push(`announce ${job} ${status}`),
    removeAll: async ({ bucket, prefix }: { bucket: string; prefix: string }) =>
      void calls.push(`remove ${bucket} ${prefix}`),
    resultsBucket: 'results',
    resultsPrefix: 'out/',
    preparedPictures: { bucket: 'prepared', prefix: 'prepared/' },
    uniqueId: () => 'me',
    now: () => NOW,
  }
  const receipts = () => objects.versions('results', receiptKey('job-1', 'out/'))
  return { jobs, deps, calls, receipts }
}

test('a job that succeeded is enlisted, has its receipt and is announced; nothing prepared is looked for', async () => {
  const { deps, calls, receipts } = await begun()
  const job = await endJob('job-1', endingAt(1, ['Deliver']), deps)
  expect(job).toMatchObject({ status: 'succeeded', finishedAt: '2026-01-31T00:00:01.000Z' })
  expect(calls).toEqual(['enlist job-1 succeeded', 'announce job-1 succeeded'])
  const [receipt, ...more] = receipts()
  expect(more).toEqual([])
  expect(receipt).toMatchObject({
    contentType: 'application/json',
    metadata: { 'darkroom-job': 'job-1' },
  })
  const text = Buffer.from(receipt!.bytes).toString()
  expect(text.endsWith('}\n')).toBe(true)
  expect(JSON.parse(text)).toMatchObject({ job: 'job-1', status: 'succeeded', elapsedMs: 1000 })
})

test.each(['Prepare', 'Restore'])(
  'what %s made is removed once the job succeeded',
  async (state) => {
    const { deps, calls } = await begun()
    await endJob('job-1', endingAt(1, [state, 'Deliver']), deps)
    expect(calls.at(-1)).toBe('remove prepared prepared/job-1/')
  },
)

test('a failed job is told once, and whatever was prepared for it goes', async () => {
  const { jobs, deps, calls } = await begun()
  const job = await endJob('job-1', endingAt(1, [], true), deps)
  const once = ['enlist job-1 failed', 'announce job-1 failed', 'remove prepared prepared/job-1/']
  expect(calls).toEqual(once)
  expect(await jobs.wasAnnounced('job-1')).toBe(true)
  await announceEnding(job!, deps)
  // The end of its execution comes with another time.
  await endJob('job-1', endingAt(2, [], true), deps)
  expect(calls).toEqual(once)
})

test('a success is told again by whoever repeats it, and the first ending stays', async () => {
  const { deps, calls, receipts } = await begun()
  await endJob('job-1', endingAt(1, ['Deliver']), deps)
  const again = await endJob('job-1', endingAt(2, ['Deliver']), deps)
  expect(again?.finishedAt).toBe('2026-01-31T00:00:01.000Z')
  expect(calls.filter((call) => call.startsWith('announce'))).toHaveLength(2)
  const texts = receipts().map(({ bytes }) => Buffer.from(bytes).toString())
  expect(new Set(texts).size).toBe(1)
})

test('prepared files that cannot be removed are left, and the job ends all the same', async () => {
  const warned = vi.spyOn(log, 'warn').mockReturnValue()
  const { jobs, deps } = await begun()
  const removeAll = () => Promise.reject(new Error('Access Denied'))
  await endJob('job-1', endingAt(1, [], true), { ...deps, removeAll })
  expect(await jobs.wasAnnounced('job-1')).toBe(true)
  expect(warned).toHaveBeenCalledOnce()
})

test('a job of which there is no record ends without a word', async () => {
  const { deps, calls, receipts } = await begun()
  expect(await endJob('job-2', endingAt(1, []), deps)).toBeUndefined()
  expect([calls, receipts()]).toEqual([[], []])
})
