import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test } from 'vitest'
import { batchKeys } from '../../functions/pipeline/core/batches/batch-names.ts'
import type { ItemResult } from '../../functions/pipeline/core/ports/batch.ts'
import { progressOf } from '../../functions/service/core/tasks/frame-progress.ts'
import { onePerson } from '../../samples/one-person.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { secondsOf, videoBytes } from '../engine/video/video-bytes.ts'
import { RUN_SEED } from '../setup/seed.ts'
import { dropManifest, endedBatch, putObject } from './batches.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { killOverAndOver, startMortal } from './kill-loop.ts'
import { expectedTally, tally } from './many-files.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject, readReceipt } from './read-job.ts'
import { readLedger } from './read-ledger.ts'
import { seeded } from './seeded.ts'

/** The full test is `DARKROOM_KILLS=50 DARKROOM_KILL_FILES=100`. `DARKROOM_KILL_SEED` repeats the same kills. */
const KILLS = Number(process.env['DARKROOM_KILLS'] ?? 3)
const FILES = Number(process.env['DARKROOM_KILL_FILES'] ?? 12)
const SEED = Number(process.env['DARKROOM_KILL_SEED'] ?? RUN_SEED)
const WITHIN_MS = 600_000 + KILLS * 120_000 + FILES * 10_000

test(`a batch of ${FILES} files, killed ${KILLS} times at random moments (seed ${SEED}): every file ends once`, {
  timeout: WITHIN_MS,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-kills-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { png } = await onePerson()
  const first = await startMortal(dataDir)
  onTestFinished(() => first.kill())
  const keys = Array.from({ length: FILES }, (_, n) => `files/killed/${n} é+%25.png`)
  for (const key of keys) await putObject(first.run, key, png)
  const manifest = keys.map((key) => JSON.stringify({ key })).join('\n')
  const id = await dropManifest(first.run, 'batches/slim/killed.jsonl', manifest, {
    'darkroom-tolerated-failures': '100',
    'darkroom-concurrency': '100',
  })
  await first.kill()

  await killOverAndOver(dataDir, KILLS, seeded(SEED), (n, when) => {
    if (KILLS > 10) process.stdout.write(`kill ${n} of ${KILLS}, ${when}\n`)
  })

  const last = await startMortal(dataDir)
  onTestFinished(() => last.kill())
  const { run } = last
  const batch = await endedBatch(run, id, WITHIN_MS)
  const text = await readObject(run, run.at.resultsBucket, batchKeys(id, 'results/').results)
  const ends = Buffer.from(text)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ItemResult)
  expect(ends.map(({ key, status, failure }) => [key, status, failure?.code])).toEqual(
    keys.map((key) => [key, 'succeeded', undefined]),
  )
  expect(batch).toMatchObject({ status: 'succeeded', succeeded: FILES, failed: 0, unfinished: 0 })

  // A batch reads the records of its jobs, which are written before the receipts.
  const jobs = await Promise.all(ends.map(({ job = '' }) => endedJob(run, job, WITHIN_MS)))
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(FILES)
  expect(await tally(run, jobs)).toEqual(expectedTally(FILES))
  // When a worker is killed between the end of a task and its charge, the next one charges, and the job may end
  // before that.
  const every = await eventually('the last charge', async () => {
    const ledger = await readLedger(run)
    return ledger.reserved.length === 0 ? ledger : undefined
  })
  expect(every.tasks).toHaveLength(2 * FILES)
  expect(every.spent).toBe(FILES)
  expect(await deadLetters(last.at)).toEqual({})
})

/** Frames of the video that is killed: ten seconds. */
const FRAMES = 300

test('a video killed in the middle is made after all, once, and paid for once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-killed-video-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const src = await videoBytes({ width: 64, height: 48, pts: evenly(FRAMES, 512) })
  const first = await startMortal(dataDir, 'real')
  onTestFinished(() => first.kill())
  const parameters = { template_id: 'comic', dst_duration: 10 }
  await putRecipe(first.run, 'comic', { steps: [{ feature: 'video-trans', parameters }] })
  const { job } = await drop(first.run, src, 'drop/comic/killed.mp4')
  const before = await eventually('frames', async () => {
    const { tasks } = await readLedger(first.run)
    return tasks.find((task) => task.status === 'running' && progressOf(task))
  })
  await first.kill()
  const { done = 0, total = 0 } = progressOf(before) ?? {}
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(total)

  const second = await startMortal(dataDir, 'real')
  onTestFinished(() => second.kill())
  const { run } = second
  expect((await endedJob(run, job, 200_000)).failure).toBeUndefined()
  const { results, steps } = await readReceipt(run, job)
  expect(steps[0]?.tasks[0]?.charge).toEqual({ units: 40, seconds: 10 })
  const bytes = await readObject(run, run.at.resultsBucket, results[0]?.key ?? '')
  expect(await secondsOf(bytes)).toBeCloseTo(10, 1)
  const { tasks, charged, spent, reserved } = await readLedger(run)
  expect(tasks.map(({ id, status }) => [id, status])).toEqual([[before.id, 'success']])
  expect({ charged, spent, reserved }).toEqual({ charged: [before.id], spent: 40, reserved: [] })
  expect(await deadLetters(second.at)).toEqual({})
})

/** The number of messages in the dead-letter queues, by queue. */
async function deadLetters({
  sqsEndpoint: endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: {
  sqsEndpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}): Promise<Record<string, number>> {
  const sqs = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } })
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}))
  const found: Record<string, number> = {}
  for (const QueueUrl of QueueUrls.filter((url) => url.includes('DeadLetters'))) {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    )
    const count = Number(Attributes?.['ApproximateNumberOfMessages'])
    if (count > 0) found[QueueUrl.split('/').at(-1) ?? ''] = count
  }
  return found
}
