import { setTimeout } from 'node:timers/promises'
import type { SQSEvent } from 'aws-lambda'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parsePresignedUrl } from '../../functions/parse-presigned-url.ts'
import { parseTaskMessage } from '../../functions/service/core/queue/messages.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { putObject } from './batches.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { noopWorker } from './noop-worker.ts'
import { putRecipe, slimRecipe } from './put-recipe.ts'
import { endedJob, readReceipt } from './read-job.ts'
import { readLedger } from './read-ledger.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run
beforeAll(async () => {
  run = await startRun({ SOURCE_URL_SECONDS: '15', WATCH_AFTER_SECONDS: '1' })
})
afterAll(() => run?.close())

const worker = noopWorker()
/** The URLs that tasks had at first. */
const first = new Map<string, string[]>()

/** The backlog is long: nobody begins a task before the URLs have ended that it was created with. */
beforeEach(() =>
  run.around('service/run-task', async (call, next) => {
    for (const { body } of (call.payload as SQSEvent).Records) {
      const id = parseTaskMessage(body)?.taskId ?? ''
      // In `npm test` effects wait alone.
      if (first.has(id) || !(isEveryCaseTried() || (await isEffect(id)))) continue
      const urls = await urlsOf(id)
      first.set(id, urls)
      await setTimeout(Math.max(...urls.map(millisecondsLeft)) + 1500)
      // Where nothing is renewed it begins all the same, and finds that the URLs have ended.
      const renewed = async () => millisecondsLeft((await urlsOf(id))[0] ?? '') > 8000 || undefined
      await eventually('a renewal', renewed, 30_000).catch(() => undefined)
    }
    return worker(call, next)
  }),
)

async function isEffect(id: string): Promise<boolean> {
  return (await readLedger(run)).tasks.some((one) => one.id === id && one.stage === 'effect')
}

async function urlsOf(id: string): Promise<string[]> {
  const task = (await readLedger(run)).tasks.find((one) => one.id === id)
  return Object.values(task?.files ?? {})
    .flat()
    .flatMap((file) => (file && 'url' in file ? [file.url] : []))
}

function millisecondsLeft(url: string): number {
  return (parsePresignedUrl(url)?.end ?? 0) * 1000 - Date.now()
}

test('a task that waits for longer than its source URLs last finds them renewed: sources, inputs and what was prepared', async () => {
  const { png } = await twoPeoplePicture()
  await putObject(run, 'inputs/face.png', png)
  const ref = { object: 'inputs/face.png' }
  const parameters = { face_mapping: [{ index: 0, position: 0 }] }
  await putRecipe(run, 'swap', { steps: [{ feature: 'face-swap', parameters, inputs: { ref } }] })
  await putRecipe(run, 'small', slimRecipe({ output: { size: 'service' } }))
  const dropped = [
    await drop(run, await sharp(png).webp().toBuffer(), 'drop/small/prepared.webp'),
    await drop(run, png, 'drop/swap/waits.png'),
  ]
  for (const { job } of dropped) {
    const { failure, status } = await endedJob(run, job)
    expect(failure?.message ?? status).toBe('succeeded')
  }
  expect((await readReceipt(run, dropped[0]?.job ?? '')).steps[0]).toHaveProperty('preparation')

  // One detection and two effects, and none was made twice.
  const { tasks, charged } = await readLedger(run)
  expect(tasks).toHaveLength(3)
  expect(new Set(charged).size).toBe(2)
  expect(first.size).toBe(isEveryCaseTried() ? 3 : 2)
  const kinds = (urls: string[]) => urls.map((url) => parsePresignedUrl(url)?.unsigned)
  for (const id of first.keys()) {
    const urls = await urlsOf(id)
    expect(kinds(urls)).toEqual(kinds(first.get(id) ?? []))
    expect(urls).not.toEqual(first.get(id))
  }
})
