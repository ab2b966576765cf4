import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RECEIPT } from '../../../catalog/jobs/receipt.ts'
import { ENGINE_VERSION } from '../../../catalog/results/engine-version.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { executionName } from '../../../functions/pipeline/core/begin/execution-name.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { garmentNamed } from '../../../samples/all-garments.ts'
import { productNamed } from '../../../samples/all-products.ts'
import { bust } from '../../../samples/bust.ts'
import { drawProduct } from '../../../samples/draw-product.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { portrait } from '../../../samples/portrait.ts'
import { wrist } from '../../../samples/wrist.ts'
import { changeBetween } from '../../engine/jewellery/sit-for.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { type Dropped, drop } from '../drop.ts'
import { eventually } from '../eventually.ts'
import { noopEngine, noopWorker } from '../noop-worker.ts'
import { putRecipe, slimRecipe } from '../put-recipe.ts'
import { endedJob, readJob, readObject, readReceipt, statesEntered } from '../read-job.ts'
import { sendMessages } from '../send-message.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { twoPeoplePicture } from '../test-pictures.ts'

const DROP_QUEUE = 'DarkroomPipeline/Pipeline/DropListener/Dropped/Queue'

let run: Run
beforeAll(async () => {
  run = await sharedRun('plain')
})

/** Finds two people in every picture, for tests of everything but the effects. */
const worker = noopWorker(() => ({ perform: noopEngine(2) }))
function withoutEngine(): void {
  run.around('service/run-task', worker)
}

function step(changes: object = {}) {
  return {
    feature: 'body-reshape',
    parameters: { features: { slim: -40 } },
    ...changes,
  }
}
async function dropped(recipe: string, metadata: Record<string, string> = {}) {
  const { png } = await twoPeoplePicture()
  const key = `drop/${recipe}/photo.png`
  const { VersionId: version = '' } = await run.s3.send(
    new PutObjectCommand({ Bucket: run.at.dropBucket, Key: key, Body: png, Metadata: metadata }),
  )
  return executionName({ bucket: run.at.dropBucket, key, version }, recipe)
}

test('the second step works on the result of the first, and the receipt lists both', async () => {
  // The engine does its part in `whole-way.test.ts`.
  if (!isEveryCaseTried()) withoutEngine()
  await putRecipe(run, 'two-steps', {
    steps: [step(), step({ target: 'rightmost', parameters: { features: { waist: -40 } } })],
    output: { name: '{recipe}-{stem}', keepDays: 7 },
  })
  const job = await endedJob(run, await dropped('two-steps'))
  expect(job.failure).toBeUndefined()
  const receipt = await readReceipt(run, job.id)
  expect(receipt.steps.map(({ tasks }) => tasks[0]?.why)).toEqual([
    'largest of 2',
    'rightmost of 2',
  ])
  expect(receipt.results[0]?.key).toBe(`results/${job.id}/two-steps-photo.png`)
  expect(receipt.cost).toMatchObject({
    units: 2,
    estimated: false,
    bytesOut: receipt.results[0]?.size,
  })
  expect(receipt.steps.map(({ tasks }) => tasks[0]?.charge)).toEqual([{ units: 1 }, { units: 1 }])
  // The receipt counts the states that the execution entered without retries, of which there were none.
  expect(receipt.cost.transitions).toBe((await statesEntered(run, job.id)).length)
  expect(receipt.states.every(({ ms }) => ms >= 0)).toBe(true)
  expect(receipt.cost.dollars.total).toBeGreaterThan(receipt.cost.dollars.stepFunctions)
  // The provenance is complete and in the published form.
  expect(receipt.source.etag).toMatch(/^[0-9a-f]{32}$/)
  expect(receipt.steps.map(({ tasks }) => tasks[0]?.engine)).toEqual([
    ENGINE_VERSION,
    ENGINE_VERSION,
  ])
  expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
})

test.runIf(isEveryCaseTried())('the ready-made make-up recipe is carried out', async () => {
  const text = await readFile(join(PROJECT_ROOT, 'recipes', 'evening-look.json'), 'utf8')
  await putRecipe(run, 'made-up', JSON.parse(text))
  const { png } = await portrait()
  const key = 'drop/made-up/photo.png'
  const { VersionId: version = '' } = await run.s3.send(
    new PutObjectCommand({ Bucket: run.at.dropBucket, Key: key, Body: png }),
  )
  const job = await endedJob(
    run,
    executionName({ bucket: run.at.dropBucket, key, version }, 'made-up'),
  )
  expect(job.failure).toBeUndefined()
  expect(job.results).toMatchObject([{ contentType: 'image/png' }])
})

test.runIf(isEveryCaseTried()).each([
  ['wear-earring', 'drop', 'drop/wear-earring/photo.earring.png', bust],
  ['wear-necklace', 'medallion', 'inputs/necklace.png', bust],
  ['wear-bracelet', 'bangle', 'drop/wear-bracelet/photo.bracelet.png', wrist],
  ['wear-earring', 'drop', 'inputs/earring.png', bust],
  ['wear-necklace', 'medallion', 'drop/wear-necklace/photo.necklace.png', bust],
  ['wear-bracelet', 'bangle', 'inputs/bracelet.png', wrist],
] as const)(
  'the ready-made recipe %s wears a %s from %s',
  async (recipe, product, beside, draw) => {
    const text = await readFile(join(PROJECT_ROOT, 'recipes', `${recipe}.json`), 'utf8')
    const { steps, ...rest } = JSON.parse(text)
    const ref = beside.startsWith('drop/')
      ? { companion: beside.split('/').at(-1)!.replace('photo', '{stem}') }
      : { object: beside }
    await putRecipe(run, recipe, { ...rest, steps: [{ ...steps[0], inputs: { ref } }] })
    const reference = await drawProduct(productNamed(product), { scale: 1 })
    await run.s3.send(
      new PutObjectCommand({ Bucket: run.at.dropBucket, Key: beside, Body: reference }),
    )
    const { png } = await draw('maren', { width: 480, height: 540 })
    const { job: id } = await drop(run, png, `drop/${recipe}/photo.png`)
    const job = await endedJob(run, id)
    expect(job.failure).toBeUndefined()
    const receipt = await readReceipt(run, job.id)
    expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
    expect(receipt.steps[0]?.feature).toBe(steps[0].feature)
    expect(receipt.cost).toMatchObject({ units: 1, estimated: false })
    const [result] = job.results ?? []
    const bytes = await readObject(run, result?.bucket ?? '', result?.key ?? '')
    const [before, after] = await Promise.all([png, bytes].map(decodePicture))
    expect(after).toMatchObject({ width: 480, height: 540 })
    expect(changeBetween(before!, after!).count).toBeGreaterThan(200)
  },
)

test.runIf(isEveryCaseTried())(
  'the ready-made recipe wear-hair takes the hair of the picture beside the photo',
  async () => {
    const text = await readFile(join(PROJECT_ROOT, 'recipes', 'wear-hair.json'), 'utf8')
    await putRecipe(run, 'wear-hair', text)
    const [photo, beside] = await Promise.all(
      (['henrik', 'kofi'] as const).map(async (name) => {
        const { png } = await bust(name, { width: 480, height: 540 })
        return await sharp(png).jpeg({ quality: 95 }).toBuffer()
      }),
    )
    const Key = 'drop/wear-hair/photo.hair.jpg'
    await run.s3.send(new PutObjectCommand({ Bucket: run.at.dropBucket, Key, Body: beside! }))
    const { job: id } = await drop(run, photo!, 'drop/wear-hair/photo.jpg')
    const job = await endedJob(run, id)
    expect(job.failure).toBeUndefined()
    expect((await readReceipt(run, job.id)).steps[0]?.feature).toBe('hair-transfer')
    const [result] = job.results ?? []
    const bytes = await readObject(run, result?.bucket ?? '', result?.key ?? '')
    const [before, after] = await Promise.all([photo!, bytes].map(decodePicture))
    const { count, bottom } = changeBetween(before!, after!, 30)
    expect(count).toBeGreaterThan(1500)
    expect(bottom).toBeLessThan(300)
  },
)

test.runIf(isEveryCaseTried())(
  'the ready-made recipe dress puts on the garment beside the photo',
  async () => {
    const text = await readFile(join(PROJECT_ROOT, 'recipes', 'dress.json'), 'utf8')
    await putRecipe(run, 'dress', text)
    const garment = await drawProduct(garmentNamed('sweater'))
    await run.s3.send(
      new PutObjectCommand({
        Bucket: run.at.dropBucket,
        Key: 'drop/dress/photo.garment.jpg',
        Body: await sharp(garment).jpeg().toBuffer(),
      }),
    )
    const { png } = await onePerson('henrik', 600)
    const { job: id } = await drop(run, png, 'drop/dress/photo.png')
    const job = await endedJob(run, id)
    expect(job.failure).toBeUndefined()
    const [result] = job.results ?? []
    const bytes = await readObject(run, result?.bucket ?? '', result?.key ?? '')
    const [before, after] = await Promise.all([png, bytes].map(decodePicture))
    expect(after).toMatchObject({ width: 600, height: 800 })
    expect(changeBetween(before!, after!).count).toBeGreaterThan(5000)
  },
)

test('a recipe with target all gives one result for each person', async () => {
  withoutEngine()
  await putRecipe(run, 'each', { steps: [step({ target: 'all' })] })
  const job = await endedJob(run, await dropped('each'))
  expect(job.results?.map(({ key }) => key.split('/').at(-1))).toEqual([
    'photo.0.png',
    'photo.1.png',
  ])
})

// A key that no URL can hold is uploaded in `keys.ts`.
test.runIf(isEveryCaseTried())(
  'files go through the file endpoint where the recipe says so',
  async () => {
    withoutEngine()
    await putRecipe(run, 'upload', slimRecipe({ transfer: 'upload' }))
    const job = await endedJob(run, await dropped('upload'))
    expect(job.failure).toBeUndefined()
    expect(job.results).toHaveLength(1)
  },
)

test('an object’s metadata changes its recipe, and the receipt says so', async () => {
  withoutEngine()
  const overrides = JSON.stringify({ steps: [{ target: 'index:1' }] })
  const job = await endedJob(run, await dropped('slim', { 'darkroom-recipe': overrides }))
  expect(job.results?.[0]?.index).toBe(1)
  expect((await readReceipt(run, job.id)).recipe).toMatchObject({ name: 'slim', overrides })
  const wrong = await endedJob(run, await dropped('slim', { 'darkroom-recipe': '{"steps": 1}' }))
  expect(wrong.failure).toMatchObject({ code: 'RecipeInvalid' })
})

test('a result that is copied to the drop bucket starts nothing', async () => {
  withoutEngine()
  const job = await endedJob(run, await dropped('slim'))
  const outcomes: unknown[] = []
  run.around('pipeline/start', async (_, next) => {
    const answer = await next()
    outcomes.push(answer)
    return answer
  })
  const key = 'drop/slim/copied back.png'
  const { VersionId: version = '' } = await run.s3.send(
    new CopyObjectCommand({
      Bucket: run.at.dropBucket,
      Key: key,
      CopySource: encodeURI(`${run.at.resultsBucket}/${job.results?.[0]?.key}`),
    }),
  )
  await eventually('the event of the copy', () => (outcomes.length > 0 ? true : undefined))
  expect(outcomes).toEqual([{ payload: { batchItemFailures: [] } }])
  const id = executionName({ bucket: run.at.dropBucket, key, version }, 'slim')
  expect(await readJob(run, id)).toBeUndefined()
})

function swap(companionSeconds: number) {
  return {
    steps: [
      {
        feature: 'face-swap',
        parameters: { face_mapping: [{ index: 0, position: 0 }] },
        inputs: { ref: { companion: '{stem}.face.png' } },
      },
    ],
    companionSeconds,
  }
}

test.each([
  ['before', true],
  ['after', false],
])('a companion that comes %s its file starts the job', async (when, first) => {
  withoutEngine()
  const { png } = await twoPeoplePicture()
  await putRecipe(run, 'swap', swap(300))
  const folder = `drop/swap/${when}`
  const dropCompanion = () => drop(run, png, `${folder}/a b.face.png`)
  if (first) await dropCompanion()
  const { job } = await drop(run, png, `${folder}/a b.jpg`)
  if (!first) {
    await eventually('the waiting job', () => readJob(run, job))
    expect(await statesEntered(run, job).catch(() => [])).toEqual([])
    await dropCompanion()
  }
  const ended = await endedJob(run, job)
  // The service accepted both files and made a task.
  expect(ended.trail?.steps[0]?.tasks[0]?.taskId).toBeTruthy()
})

test('a missing companion fails the job and is named', async () => {
  await putRecipe(run, 'swap-soon', swap(10))
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/swap-soon/lonely.jpg')
  const { failure } = await endedJob(run, job)
  expect(failure).toMatchObject({
    code: 'CompanionMissing',
    message: 'drop/swap-soon/lonely.face.png did not arrive within 10 seconds.',
    retryable: true,
  })
})

test('a file that was deleted before it was read fails the job with that reason', async () => {
  let object: Dropped | undefined
  let known = (): void => {}
  const isKnown = new Promise<void>((resolve) => {
    known = resolve
  })
  run.around('pipeline/start', async (_, next) => {
    await isKnown
    const { bucket: Bucket = '', key: Key = '', version: VersionId } = object ?? {}
    await run.s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
    return next()
  })
  object = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/gone.png')
  known()
  expect((await endedJob(run, object.job)).failure?.code).toBe('SourceGone')
})

// `console-jobs.ts` and `batch.ts` have jobs tried again.
test.runIf(isEveryCaseTried())(
  'a failed job is run again on request, as a job of its own',
  async () => {
    withoutEngine()
    const failed = await endedJob(run, await dropped('not-yet'))
    expect(failed.failure?.code).toBe('RecipeUnknown')
    await putRecipe(run, 'not-yet', slimRecipe())
    await sendMessages(
      run,
      DROP_QUEUE,
      [failed.id, failed.id].map((retry) => JSON.stringify({ retry })),
    )
    const again = await endedJob(run, `${failed.id}-1`)
    expect(again).toMatchObject({ status: 'succeeded', attempt: 1, source: failed.source })
    expect(await readJob(run, failed.id)).toEqual(failed)
    const [result] = again.results ?? []
    expect(await readObject(run, result?.bucket ?? '', result?.key ?? '')).toHaveLength(
      result?.size ?? 0,
    )
  },
)
