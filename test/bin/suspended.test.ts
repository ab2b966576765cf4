import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localSite } from '../../bin/connection/open-site.ts'
import { verifySite } from '../../bin/verify/verify-site.ts'
import { batchKeys } from '../../functions/pipeline/core/batches/batch-names.ts'
import type { ItemResult } from '../../functions/pipeline/core/ports/batch.ts'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { dropManifest, endedBatch, putObject } from '../stack/batches.ts'
import { drop } from '../stack/drop.ts'
import { noopWorker } from '../stack/noop-worker.ts'
import { endedJob, readObject, readReceipt } from '../stack/read-job.ts'
import { scan } from '../stack/read-ledger.ts'
import { type Run, startRun } from '../stack/start-run.ts'
import { emptyRoomPicture, twoPeoplePicture } from '../stack/test-pictures.ts'
import { overwriteDropped } from './overwrite-dropped.ts'

let run: Run
let two: Buffer
let empty: Buffer
beforeAll(async () => {
  run = await startRun({ WATCH_AFTER_SECONDS: '2' })
  const VersioningConfiguration = { Status: 'Suspended' as const }
  await run.s3.send(
    new PutBucketVersioningCommand({ Bucket: run.at.dropBucket, VersioningConfiguration }),
  )
  two = (await twoPeoplePicture()).png
  empty = (await emptyRoomPicture()).png
})
afterAll(() => run.close())

async function jobsOf(key: string): Promise<Job[]> {
  return ((await scan(run, run.tables.jobs)) as Job[]).filter(({ source }) => source?.key === key)
}

async function resultsOf(prefix: string, keys: string[]): Promise<ItemResult[]> {
  const lines = keys.map((key) => JSON.stringify({ key })).join('\n')
  const id = await dropManifest(run, `batches/slim/${prefix}.jsonl`, lines)
  expect(await endedBatch(run, id)).toMatchObject({ status: 'succeeded' })
  const key = batchKeys(id, 'results/').results
  const text = Buffer.from(await readObject(run, run.at.resultsBucket, key)).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('a key that is overwritten has a job for each write, and the newest is developed', async () => {
  const key = 'drop/slim/suspended/photo.png'
  const { first, second } = await overwriteDropped(run, key, { before: empty, after: two })

  // The same bytes once more are another write, and a batch's line over it is the same job.
  await pause(1_100)
  const third = await drop(run, two, key)
  expect((await endedJob(run, third.job)).status).toBe('succeeded')
  const [item] = await resultsOf('dropped', [key])
  expect(item).toMatchObject({ job: third.job, version: third.version, status: 'succeeded' })
  expect((await jobsOf(key)).map(({ id }) => id).sort()).toEqual(
    [first.job, second.job, third.job].sort(),
  )
})

// The batch of the test before has the newest in `npm test`.
test.runIf(isEveryCaseTried())(
  'a batch over files that were overwritten reports the jobs of what is there now',
  async () => {
    run.around('service/run-task', noopWorker())
    const key = 'files/suspended/photo.png'
    await putObject(run, key, empty)
    const [before] = await resultsOf('before', [key])
    await putObject(run, key, two)
    const [after, again] = [await resultsOf('after', [key]), await resultsOf('again', [key])]
    expect(after[0]?.job).not.toBe(before?.job)
    expect(again).toEqual(after)
    expect((await readReceipt(run, after[0]?.job ?? '')).source).toMatchObject({ size: two.length })
  },
)

test.runIf(isEveryCaseTried())('verify knows such a bucket, and leaves nothing there', async () => {
  const site = localSite(run.at)
  const before = (await scan(run, run.tables.jobs)).length
  const checks = await verifySite(site, {
    pipelineName: 'DarkroomPipeline/Pipeline',
    report: () => undefined,
    out: new PassThrough() as unknown as typeof process.stderr,
  })
  site.close()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  const items = await scan(run, run.tables.jobs)
  expect(items.filter((item) => JSON.stringify(item).includes('darkroom-verify'))).toEqual([])
  expect(before).toBeGreaterThan(0)
})
