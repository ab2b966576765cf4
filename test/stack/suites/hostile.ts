import { randomBytes } from 'node:crypto'
import type { SQSEvent } from 'aws-lambda'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RECEIPT } from '../../../catalog/jobs/receipt.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { colossalPng } from '../colossal-png.ts'
import { drop } from '../drop.ts'
import { eventually } from '../eventually.ts'
import { noopWorker } from '../noop-worker.ts'
import { putRecipe, slimRecipe } from '../put-recipe.ts'
import { endedJob, readReceipt } from '../read-job.ts'
import { ledgerSince, readLedger, scan } from '../read-ledger.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { emptyRoomPicture, twoPeoplePicture } from '../test-pictures.ts'

let run: Run
beforeAll(async () => {
  run = await sharedRun('warm')
})

async function photo(): Promise<Buffer> {
  return (await twoPeoplePicture()).png
}
async function jpeg(): Promise<Buffer> {
  return sharp(await photo())
    .jpeg()
    .toBuffer()
}

type Hostile = {
  name: string
  key: string
  bytes: () => Promise<Uint8Array | string> | Uint8Array | string
  code: string
  /** The state in which it came out. */
  state?: string
  /** Whether another one comes out in the same place. */
  alike?: true
  /** A part of the failure message. */
  words: RegExp
}

const INPUTS: Hostile[] = [
  {
    name: 'a text file called .jpg',
    alike: true,
    key: 'drop/slim/letter.jpg',
    bytes: () => 'Dear developer,\nthis is no picture.\n'.repeat(40),
    code: 'TaskFailed',
    state: 'PreProcess',
    words: /The file is text;/,
  },
  {
    name: 'a truncated JPEG',
    key: 'drop/slim/half.jpg',
    bytes: async () => (await jpeg()).subarray(0, 12_000),
    code: 'TaskFailed',
    state: 'PreProcess',
    words: /JPEG is damaged/,
  },
  {
    name: 'a truncated PNG',
    alike: true,
    key: 'drop/slim/half.png',
    bytes: async () => (await photo()).subarray(0, 60_000),
    code: 'TaskFailed',
    words: /PNG is damaged/,
  },
  {
    name: 'a PNG of 30,000 × 30,000 pixels',
    alike: true,
    key: 'drop/slim/colossal.png',
    bytes: () => colossalPng(30_000),
    code: 'SourceUnfit',
    words: /30000 × 30000/,
  },
  {
    name: 'a picture too small to work on',
    alike: true,
    key: 'drop/slim/small.png',
    bytes: async () =>
      sharp(await photo())
        .resize(90)
        .png()
        .toBuffer(),
    code: 'SourceUnfit',
    state: 'Prepare',
    words: /320/,
  },
  {
    name: 'an SVG with an entity bomb',
    alike: true,
    key: 'drop/slim/bomb.png',
    bytes: () =>
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>' +
      '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><text>&b;&b;</text></svg>',
    code: 'TaskFailed',
    words: /The file is SVG; this feature takes JPEG and PNG/,
  },
  {
    name: 'more bytes than the feature takes',
    alike: true,
    key: 'drop/slim/heavy.jpg',
    bytes: () => randomBytes(10_000_001),
    code: 'TaskFailed',
    words: /must be smaller than 10000000 bytes/,
  },
  {
    // `suites/on-refusal.ts` has it in `npm test`.
    name: 'a picture with nobody in it',
    alike: true,
    key: 'drop/slim/empty-room.png',
    bytes: async () => (await emptyRoomPicture()).png,
    code: 'NoTarget',
    state: 'ChooseTarget',
    words: /Nobody this effect can work on was found/,
  },
  {
    name: 'an index that the picture does not have',
    alike: true,
    key: 'drop/seventh/photo.png',
    bytes: photo,
    code: 'TargetMissing',
    state: 'CreateTask',
    words: /asks for index 7, .* 2 people were found in the picture; there is no index 7/,
  },
  {
    name: 'an unknown recipe',
    key: 'drop/unheard-of/photo.png',
    bytes: photo,
    code: 'RecipeUnknown',
    words: /There is no recipe "unheard-of"/,
  },
  {
    name: 'no recipe at all',
    alike: true,
    key: 'drop/photo.png',
    bytes: photo,
    code: 'RecipeUnknown',
    words: /must be drop\/<recipe>\/<file>/,
  },
  {
    name: 'a recipe name that leads elsewhere',
    alike: true,
    key: 'drop/../slim/photo.png',
    bytes: photo,
    code: 'RecipeUnknown',
    words: /".." is no recipe name/,
  },
  {
    name: 'a recipe that breaks a rule',
    key: 'drop/overdone/photo.png',
    bytes: photo,
    code: 'RecipeInvalid',
    words: /steps\[0\]\.parameters\.features\.slim is below the allowed minimum/,
  },
  {
    name: 'a recipe that is no JSON',
    alike: true,
    key: 'drop/scribble/photo.png',
    bytes: photo,
    code: 'RecipeInvalid',
    words: /"scribble" is not JSON/,
  },
  {
    name: 'a recipe larger than any',
    alike: true,
    key: 'drop/endless/photo.png',
    bytes: photo,
    code: 'RecipeInvalid',
    words: /"endless" has more than 100000 bytes/,
  },
]

beforeAll(async () => {
  const overdone = { feature: 'body-reshape', parameters: { features: { slim: -600 } } }
  await putRecipe(run, 'overdone', { steps: [overdone] })
  await putRecipe(run, 'scribble', '{"steps": [')
  await putRecipe(run, 'endless', slimRecipe({ description: 'x'.repeat(120_000) }))
  const [step] = (slimRecipe() as { steps: object[] }).steps
  await putRecipe(run, 'seventh', { steps: [{ ...step, target: 'index:7' }] })
})

/** Waits until `start` has handled a drop of this key without an error. */
async function takenIn(key: string, put: () => Promise<unknown>): Promise<void> {
  const results: unknown[] = []
  run.around('pipeline/start', async ({ payload }, next) => {
    const result = await next()
    const bodies = (payload as SQSEvent).Records.map(({ body }) => JSON.parse(body))
    if (bodies.some(({ detail }) => detail.object.key === key)) results.push(result)
    return result
  })
  await put()
  await eventually(`the delivery of ${key}`, () => results[0])
  expect(results).toEqual([{ payload: { batchItemFailures: [] } }])
}

test.each([
  ['an empty object', 'drop/slim/empty.jpg', ''],
  ['a folder marker', 'drop/slim/folder/', ''],
  ['a folder marker with bytes in it', 'drop/slim/other/', 'not a file'],
])('%s is ignored', async (_, key, bytes) => {
  await takenIn(key, () => drop(run, bytes, key))
  const jobs = (await scan(run, run.tables.jobs)) as { source?: { key: string } }[]
  expect(jobs.filter(({ source }) => source?.key === key)).toEqual([])
})

test.each(INPUTS.filter(({ alike }) => !alike || isEveryCaseTried()))(
  '$name fails with a stated reason',
  async ({ key, bytes, code, state, words }) => {
    const before = await readLedger(run)
    const { job: id } = await drop(run, await bytes(), key)
    const job = await endedJob(run, id)
    expect(job.status).toBe('failed')
    expect(job.failure).toMatchObject({ code, retryable: false, ...(state && { state }) })
    expect(job.failure?.message).toMatch(words)
    const receipt = await readReceipt(run, id)
    expect(receipt).toMatchObject({ status: 'failed', results: [], failure: job.failure })
    expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
    const after = await readLedger(run)
    expect(ledgerSince(before, after)).toMatchObject({ charged: [], spent: 0 })
    expect([after.reserved, after.available]).toEqual([[], before.available])
  },
)

test('after all of them a good picture with a wrong type still succeeds', async () => {
  if (!isEveryCaseTried()) run.around('service/run-task', noopWorker())
  const before = await readLedger(run)
  const contentType = 'text/html'
  const { job } = await drop(run, await jpeg(), 'drop/slim/good.gif', { contentType })
  expect((await endedJob(run, job)).status).toBe('succeeded')
  expect(ledgerSince(before, await readLedger(run)).spent).toBe(1)
})
