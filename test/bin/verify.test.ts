import { PassThrough } from 'node:stream'
import { ListObjectsV2Command, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localSite, type OpenedSite } from '../../bin/connection/open-site.ts'
import type { Check } from '../../bin/verify/check-job.ts'
import { verifySite } from '../../bin/verify/verify-site.ts'
import { bytesOf } from '../functions/service/bytes-of.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { noopEngine, noopWorker } from '../stack/noop-worker.ts'
import { scan } from '../stack/read-ledger.ts'
import { type Run, startRun } from '../stack/start-run.ts'
import { warmWorker } from '../stack/warm-worker.ts'

/** An engine that finds one person and changes every pixel. */
const negatives = noopWorker(() => ({
  perform: async (task, ...more) => {
    if (task.stage === 'pre-process') return await noopEngine(1)(task, ...more)
    const bytes = await sharp(bytesOf(task.files.src)).negate().png().toBuffer()
    return { results: {}, output: { bytes, contentType: 'image/png', extension: 'png' } }
  },
}))

let run: Run
let site: OpenedSite
beforeAll(async () => {
  run = await startRun(
    { WATCH_AFTER_SECONDS: '2' },
    { throughout: isEveryCaseTried() ? warmWorker() : negatives },
  )
  site = localSite(run.at)
})
afterAll(async () => {
  site.close()
  await run.close()
})

const fails = async () => {
  throw new Error('Planted by a test.')
}

function verify(limitMs?: number): Promise<Check[]> {
  return verifySite(site, {
    pipelineName: 'DarkroomPipeline/Pipeline',
    report: () => undefined,
    out: new PassThrough() as unknown as typeof process.stderr,
    ...(limitMs !== undefined && { limitMs }),
  })
}

/** What lies in the buckets and in the table of jobs. */
async function everything(): Promise<string[]> {
  const { s3, at } = run
  const { Versions = [], DeleteMarkers = [] } = await s3.send(
    new ListObjectVersionsCommand({ Bucket: at.dropBucket }),
  )
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: at.resultsBucket }))
  const files = await s3.send(new ListObjectsV2Command({ Bucket: at.service.files }))
  const jobs = await scan(run, run.tables.jobs)
  return [
    ...[...Versions, ...DeleteMarkers, ...Contents, ...(files.Contents ?? [])].map(
      ({ Key = '' }) => Key,
    ),
    ...jobs.map(({ id }) => String(id)).filter((id) => id.startsWith('job-')),
  ].sort()
}

test('a run that works is verified by both ways a job can end, and nothing stays behind', async () => {
  const before = await everything()
  let webhooks = 0
  run.around('pipeline/receive-webhook', (_, next) => {
    webhooks += 1
    return next()
  })
  const checks = await verify()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  const parts = ['record', 'result', 'receipt', 'event', 'removed']
  expect(checks.map(({ what }) => what)).toEqual(
    ['a job that webhooks end', 'a job that polling alone ends'].flatMap((trial) =>
      parts.map((part) => `${trial}: ${part}`),
    ),
  )
  // The detection and the effect of the first job; nothing of the second.
  expect(webhooks).toBe(2)
  expect(await everything()).toEqual(before)
})

test.runIf(isEveryCaseTried())('lost webhooks are made good by polling', async () => {
  run.around('service/run-task', noopWorker())
  run.around('service/send-webhook', fails)
  const checks = await verify()
  const records = checks.filter(({ what }) => what.endsWith('record'))
  expect(records.map(({ ok }) => ok)).toEqual([true, true])
})

test('an engine that changes nothing, and an event that nobody takes, are found and removed', async () => {
  const before = await everything()
  run.around('service/run-task', noopWorker())
  const checks = await verifySite(site, {
    pipelineName: 'Another/Pipeline',
    report: () => undefined,
    out: new PassThrough() as unknown as typeof process.stderr,
  })
  const failed = checks.filter(({ ok }) => !ok)
  expect(failed.map(({ what }) => what.split(': ')[1])).toEqual([
    'result',
    'event',
    'result',
    'event',
  ])
  for (const { todo } of failed) expect(todo).toBeTruthy()
  expect(await everything()).toEqual(before)
})

test('a job that does not end in time is said to go on', async () => {
  run.around('pipeline/start', fails)
  const checks = await verify(1_000)
  expect(checks[0]).toMatchObject({ ok: false, what: 'a job that webhooks end' })
  expect(checks[0]?.says).toContain('has not ended')
  expect(checks[0]?.todo).toContain('darkroom doctor')
})
