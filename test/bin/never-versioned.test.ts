import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { DeleteObjectCommand, GetBucketVersioningCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { localSite } from '../../bin/connection/open-site.ts'
import { localPipelineClients, type OpenedPipeline } from '../../bin/connection/pipeline-clients.ts'
import { dropFile } from '../../bin/drop/drop-file.ts'
import { followJob } from '../../bin/jobs/follow-job.ts'
import { followJobs } from '../../bin/jobs/follow-jobs.ts'
import { verifySite } from '../../bin/verify/verify-site.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { noopWorker } from '../stack/noop-worker.ts'
import { readJob } from '../stack/read-job.ts'
import { type Run, startRun } from '../stack/start-run.ts'
import { emptyRoomPicture, twoPeoplePicture } from '../stack/test-pictures.ts'
import { overwriteDropped } from './overwrite-dropped.ts'

/** A run whose drop bucket never kept versions: its objects and their events have no version id at all. */
let run: Run
let clients: OpenedPipeline
let two: Buffer
let empty: Buffer
beforeAll(async () => {
  run = await startRun({ WATCH_AFTER_SECONDS: '2' }, { neverVersioned: true })
  clients = localPipelineClients(run.at)
  two = (await twoPeoplePicture()).png
  empty = (await emptyRoomPicture()).png
  const asked = new GetBucketVersioningCommand({ Bucket: run.at.dropBucket })
  expect((await run.s3.send(asked)).Status).toBeUndefined()
})
afterAll(async () => {
  clients?.close()
  await run?.close()
})

const out = new PassThrough() as unknown as typeof process.stderr

/** Lets nobody look at what is dropped until it is called. */
function holdStart(): () => void {
  const { promise: free, resolve } = Promise.withResolvers<void>()
  run.around('pipeline/start', async (_, next) => {
    await free
    return next()
  })
  onTestFinished(() => resolve())
  return resolve
}

async function dropUnder(name: string, bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-never-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'photo.png')
  writeFileSync(path, bytes)
  const { job, key, version } = await dropFile({ path, key: name }, 'slim', clients)
  return { job, dropped: { bucket: run.at.dropBucket, key, version, recipe: 'slim' } }
}

// `suspended.test.ts` overwrites one in `npm test`, and the test after this one in a bucket as this.
test.runIf(isEveryCaseTried())(
  'a key that is overwritten has a job for each write, and the newest is developed',
  async () => {
    await overwriteDropped(run, 'drop/slim/never/photo.png', { before: empty, after: two })
  },
)

test('a file that is overwritten or deleted before anybody saw it is followed to an end, in words', async () => {
  run.around('service/run-task', noopWorker())
  const letStart = holdStart()
  const lost = await dropUnder('drop/slim/never/lost.png', empty)
  const gone = await dropUnder('drop/slim/never/gone.png', two)
  const kept = await dropUnder('drop/slim/never/lost.png', two)
  const { bucket: Bucket, key: Key } = gone.dropped
  await run.s3.send(new DeleteObjectCommand({ Bucket, Key }))
  letStart()
  const why = (became: string) =>
    expect.stringMatching(`^It was ${became} before its job began, and .* keeps no versions`)
  const followed = await followJobs(
    clients,
    [lost, gone, kept].map((one, at) => ({ ...one, name: `${at}` })),
    { out },
  )
  expect(followed).toMatchObject([
    { status: 'failed', failure: { code: 'Superseded', message: why('overwritten') } },
    { status: 'failed', failure: { code: 'SourceGone', message: why('deleted') } },
    { status: 'succeeded', source: { size: two.length } },
  ])
  const { job, dropped } = lost
  expect(await followJob(clients, job, { out, dropped })).toMatchObject({ status: 'failed' })
  expect(await readJob(run, job)).toBeUndefined()
})

test.runIf(isEveryCaseTried())('verify knows such a bucket', async () => {
  const site = localSite(run.at)
  const checks = await verifySite(site, {
    pipelineName: 'DarkroomPipeline/Pipeline',
    report: () => undefined,
    out,
  })
  site.close()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})
