import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { beforeAll, expect, test } from 'vitest'
import { writeManifest } from '../../../functions/operate/batches/write-manifest.ts'
import { batchKeys } from '../../../functions/pipeline/core/batches/batch-names.ts'
import type { Batch, ItemResult } from '../../../functions/pipeline/core/ports/batch.ts'
import { bytesOf } from '../../functions/service/bytes-of.ts'
import { fewOrAll, isEveryCaseTried } from '../../setup/sampled.ts'
import { dropManifest, endedBatch, putObject } from '../batches.ts'
import { drop } from '../drop.ts'
import { noopEngine, noopWorker } from '../noop-worker.ts'
import { putRecipe, slimRecipe } from '../put-recipe.ts'
import { endedJob, readJob, readObject } from '../read-job.ts'
import { ledgerSince, readLedger } from '../read-ledger.ts'
import { sendMessages } from '../send-message.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { emptyRoomPicture, twoPeoplePicture } from '../test-pictures.ts'

const DROP_QUEUE = 'DarkroomPipeline/Pipeline/DropListener/Dropped/Queue'

let run: Run
let png: Buffer

beforeAll(async () => {
  run = await sharedRun('plain')
  png = (await emptyRoomPicture()).png
  await putRecipe(run, 'quick', { steps: [] })
})

/** A worker that finds two people in every picture but that of the empty room. */
const nobodyInEmptyRoom = noopWorker(() => ({
  perform: (task, ...more) => {
    const isEmpty = png.equals(bytesOf(task.files.src))
    return noopEngine(isEmpty ? 0 : 2)(task, ...more)
  },
}))

function put(key: string, body: Uint8Array | string): Promise<string> {
  return putObject(run, key, body)
}

function drops(key: string, body: string, metadata = {}): Promise<string> {
  return dropManifest(run, key, body, metadata)
}

function ended(id: string): Promise<Batch> {
  return endedBatch(run, id, 200_000)
}

async function endsOf(id: string): Promise<ItemResult[]> {
  const key = batchKeys(id, 'results/').results
  const text = Buffer.from(await readObject(run, run.at.resultsBucket, key)).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ItemResult)
}

/** The recipe `quick` has no steps, so every job ends soon, with a stated failure. */
async function files(folder: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, n) => `files/${folder}/${n} é+"%25.png`)
  for (const key of keys) await put(key, png)
  return keys
}

test('every line of a manifest has a line in the result manifest, in the same order', async () => {
  const count = fewOrAll(4, 10)
  const keys = await files('many', count)
  const lines = [
    ...keys.map((key) => JSON.stringify({ key })),
    JSON.stringify({ key: keys[0] }),
    JSON.stringify({ key: 'files/many/missing.png' }),
    '{"key": "files/many/cut',
    JSON.stringify({ key: 'recipes/quick.json' }),
    JSON.stringify({ bucket: 'elsewhere', key: keys[1] }),
    JSON.stringify({ key: keys[1], recipe: 'no-such-recipe' }),
  ]
  const tolerant = { 'darkroom-tolerated-failures': '100', 'darkroom-concurrency': '20' }
  const id = await drops('batches/quick/many.jsonl', lines.join('\n'), tolerant)
  const batch = await ended(id)
  const ends = await endsOf(id)

  expect(batch).toMatchObject({
    status: 'succeeded',
    total: count + 6,
    succeeded: 0,
    failed: count + 6,
  })
  expect(ends.map(({ line }) => line)).toEqual(Array.from({ length: count + 6 }, (_, n) => n + 1))
  expect(ends.slice(0, count).map(({ key }) => key)).toEqual(keys)
  expect(ends[count]?.job).toBe(ends[0]?.job)
  const codes = ends.map(({ failure }) => failure?.code)
  expect(codes.slice(count + 1)).toEqual([
    'SourceGone',
    'LineInvalid',
    'LineInvalid',
    'LineInvalid',
    'RecipeUnknown',
  ])
  const job = await readJob(run, ends[3]?.job ?? '')
  expect(job).toMatchObject({ status: 'failed', failure: { code: codes[3] } })

  const again = await ended(await drops('batches/quick/many.jsonl', lines.join('\n'), tolerant))
  expect(again.id).not.toBe(id)
  expect((await endsOf(again.id)).map(({ job }) => job)).toEqual(ends.map(({ job }) => job))
})

test('the jobs of a batch run like drops, are waited for, and are listed with their results', {
  timeout: 600_000,
}, async () => {
  // The engine does its part in `whole-way.test.ts`.
  if (!isEveryCaseTried()) run.around('service/run-task', nobodyInEmptyRoom)
  await putRecipe(run, 'slim-batch', slimRecipe())
  const { png: two } = await twoPeoplePicture()
  const keys = ['files/real/a.png', 'files/real/b.png']
  for (const key of keys) await put(key, two)
  await put('files/real/nobody.png', png)
  const before = await readLedger(run)
  const lines = [...keys, 'files/real/nobody.png', ...keys].map((key) => JSON.stringify({ key }))
  const id = await drops('batches/slim-batch/real.ndjson', lines.join('\r\n'), {
    'darkroom-concurrency': '4',
  })
  expect(await ended(id)).toMatchObject({
    status: 'succeeded',
    succeeded: 4,
    refused: 1,
    failed: 0,
  })
  const ends = await endsOf(id)
  expect(ends.map(({ failure }) => failure?.code)).toEqual([
    ...[undefined, undefined],
    'NoTarget',
    ...[undefined, undefined],
  ])
  for (const { job, results } of ends.slice(0, 2)) {
    expect(results).toEqual([expect.stringContaining(`results/${job}/`)])
    expect(
      (await readObject(run, run.at.resultsBucket, results?.[0] ?? '')).length,
    ).toBeGreaterThan(0)
  }
  expect(ledgerSince(before, await readLedger(run)).spent).toBe(2)
})

test('a file that was dropped and is in a CSV manifest is processed once, and its result is listed', async () => {
  const done = await drop(run, png, 'drop/quick/once, or "twice".png')
  const csv = `key,recipe,version\n"${done.key.replaceAll('"', '""')}",,${done.version}\n`
  const id = await drops('batches/quick/one.csv', `${csv}too,many,fields,here\n`, {
    'darkroom-tolerated-failures': '100',
  })
  const job = await endedJob(run, done.job)
  await ended(id)
  const [end, odd] = await endsOf(id)
  expect(end).toMatchObject({ line: 2, key: done.key, version: done.version, job: done.job })
  expect(end?.failure?.code).toBe(job.failure?.code)
  expect(odd).toMatchObject({ line: 3, status: 'failed', failure: { code: 'LineInvalid' } })
})

test('a batch stops once more files failed than it tolerates, and lists the rest', async () => {
  const lines = Array.from({ length: 40 }, (_, n) => JSON.stringify({ key: `files/none/${n}` }))
  const id = await drops('batches/quick/bad.jsonl', lines.join('\n'), {
    'darkroom-tolerated-failures': '10',
    'darkroom-concurrency': '10',
  })
  const batch = await ended(id)
  expect(batch).toMatchObject({ status: 'failed', failure: { code: 'TooManyFailures' } })
  const ends = await endsOf(id)
  expect(ends).toHaveLength(40)
  expect(ends.filter(({ status }) => status === 'unfinished').length).toBeGreaterThanOrEqual(20)
})

test('a batch whose manifest cannot be read fails with the reason', async () => {
  const form = await ended(await drops('batches/quick/a.xml', '<a/>'))
  expect(form).toMatchObject({ status: 'failed', failure: { code: 'ManifestInvalid' } })
  const header = await ended(await drops('batches/quick/a.csv', 'name\nx\n'))
  expect(header.failure?.message).toContain('key')
  const empty = await ended(await drops('batches/quick/a.jsonl', '\n\n'))
  expect(empty.failure?.message).toContain('no file')
})

test('a batch whose results would share a name is refused before any file is worked', async () => {
  await putRecipe(run, 'one-name', slimRecipe({ output: { name: 'result' } }))
  const keys = await files('shared', 2)
  const id = await drops(
    'batches/one-name/a.jsonl',
    keys.map((key) => JSON.stringify({ key })).join('\n'),
  )
  const batch = await ended(id)
  expect(batch).toMatchObject({ status: 'failed', failure: { code: 'ManifestInvalid' } })
  expect(batch.failure?.message).toContain(
    'The results of line 1 and line 2 would have one name, result: the recipe\'s output.name is "result".',
  )
  const { s3, at } = run
  const options = { prefix: 'files/shared/', recipe: 'one-name', concurrency: 10, tolerate: 50 }
  const begun = writeManifest(options, { s3, bucket: at.dropBucket })
  await expect(begun).rejects.toThrow(
    `The results of ${keys[0]} and ${keys[1]} would have one name`,
  )
  const listed = await s3.send(
    new ListObjectsV2Command({ Bucket: at.dropBucket, Prefix: 'batches/one-name/' }),
  )
  expect(listed.Contents?.map(({ Key }) => Key)).toEqual(['batches/one-name/a.jsonl'])
})

test('a failed file of a batch is tried again where it lies', async () => {
  run.around('service/run-task', noopWorker())
  await put('files/c/again.png', png)
  const line = JSON.stringify({ key: 'files/c/again.png' })
  await putRecipe(run, 'empty', { steps: [] })
  const id = await drops('batches/empty/again.jsonl', line, {
    'darkroom-tolerated-failures': '100',
  })
  await ended(id)
  const [end] = await endsOf(id)
  expect(end?.failure?.code).toBe('RecipeInvalid')
  await putRecipe(run, 'empty', {
    steps: [{ feature: 'out-paint', parameters: WIDER, target: 'largest' }],
  })
  await sendMessages(run, DROP_QUEUE, [JSON.stringify({ retry: end?.job })])
  const again = await endedJob(run, `${end?.job}-1`)
  expect(again.failure).toBeUndefined()
})

/** Some columns more than the picture of an empty room has. */
const WIDER = {
  output_width: 408,
  output_height: 300,
  input_x: 4,
  input_y: 0,
  input_width: 400,
  input_height: 300,
  crop_input_x: 0,
  crop_input_y: 0,
  crop_input_width: 400,
  crop_input_height: 300,
}
