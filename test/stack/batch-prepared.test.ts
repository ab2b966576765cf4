import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchKeys } from '../../functions/pipeline/core/batches/batch-names.ts'
import type { ItemResult } from '../../functions/pipeline/core/ports/batch.ts'
import type { InputFile } from '../../functions/service/core/ports/perform.ts'
import { drawScene } from '../engine/fill/draw-scene.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { drawWalk } from '../engine/video/draw-walk.ts'
import { framesOf, videoBytes } from '../engine/video/video-bytes.ts'
import { bytesOf } from '../functions/service/bytes-of.ts'
import { fewOrAll, isEveryCaseTried } from '../setup/sampled.ts'
import { dropManifest, endedBatch, putObject } from './batches.ts'
import { cameraPhotos } from './camera-photos.ts'
import { noopEngine, noopWorker } from './noop-worker.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject, readReceipt } from './read-job.ts'
import { sendMessages } from './send-message.ts'
import { type Run, startRun } from './start-run.ts'

const DROP_QUEUE = 'DarkroomPipeline/Pipeline/DropListener/Dropped/Queue'
const SIZE = { width: fewOrAll(200, 400), height: fewOrAll(150, 300) }
/** Of a picture that is wider than any feature takes. */
const LARGE = { width: 2200, height: fewOrAll(220, 1650) }

let run: Run
beforeAll(async () => {
  // Each further worker loads an engine of its own.
  run = await startRun({}, { workers: { pictures: 1, videos: 1 } })
  const msk = { companion: '{stem}.mask.png' }
  await putRecipe(run, 'clear', {
    steps: [{ feature: 'obj-replace', parameters: { prompt: 'remove' }, inputs: { msk } }],
  })
  await putRecipe(run, 'beach', {
    steps: [
      { feature: 'bg-replace-vid', inputs: { ref: { companion: '{stem}.background.webp' } } },
    ],
  })
  await putRecipe(run, 'late', {
    companionSeconds: 10,
    steps: [{ feature: 'obj-replace', parameters: { prompt: 'remove' }, inputs: { msk } }],
  })
  await putRecipe(run, 'empty', { steps: [] })
})
afterAll(() => run.close())

/** @param size of the picture that it is for */
async function maskPicture({ width, height } = SIZE): Promise<Buffer> {
  const [across, down] = [width / 400, height / 300]
  const marked = {
    create: {
      width: Math.round(60 * across),
      height: Math.round(120 * down),
      channels: 3 as const,
      background: '#fff',
    },
  }
  return await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([
      {
        input: await sharp(marked).png().toBuffer(),
        left: Math.round(170 * across),
        top: Math.round(110 * down),
      },
    ])
    .png()
    .toBuffer()
}

async function endsOf(id: string): Promise<ItemResult[]> {
  const { results } = batchKeys(id, 'results/')
  const text = Buffer.from(await readObject(run, run.at.resultsBucket, results)).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ItemResult)
}

const LONG_LINES = [
  { key: 'files/c/phone.heic', recipe: 'softer-face' },
  { key: 'files/a/film.mov', recipe: 'beach' },
]

/** A film as a phone writes it, and its background: the service takes no MOV, and no WebP as a background. */
async function putFilm(background: Buffer): Promise<void> {
  const { width, height, draw } = await drawWalk(160, 120)
  const mp4 = await videoBytes({ width, height, draw, pts: evenly(12, 512) })
  const mov = Buffer.from(mp4.toString('latin1').replace('ftypisom', 'ftypqt  '), 'latin1')
  await putObject(run, 'files/a/film.mov', mov)
  await putObject(run, 'files/a/film.background.webp', background)
}

/** The sizes of both sides of the picture that a job delivered. */
async function sizeOf(key: string | undefined): Promise<object> {
  const { width, height } = await sharp(
    await readObject(run, run.at.resultsBucket, key ?? ''),
  ).metadata()
  return { width, height }
}

/** A worker without an engine that refuses what no feature takes, and a mask that is not of its picture's size. */
const strict = noopWorker(() => ({
  perform: async (task, ...more) => {
    const [src, msk] = await Promise.all(
      [task.files.src, task.files.msk].map((file) => sharp(bytesOf(file as InputFile)).metadata()),
    )
    for (const { format, width } of [src!, msk!]) {
      expect(['jpeg', 'png']).toContain(format)
      expect(width).toBeLessThanOrEqual(2048)
    }
    expect([msk?.width, msk?.height]).toEqual([src?.width, src?.height])
    return await noopEngine(1)(task, ...more)
  },
}))

test('files of a batch and what lies beside them are prepared and restored, as dropped ones are', {
  timeout: 400_000,
}, async () => {
  // The engine does its part in `fill.test.ts`.
  if (!isEveryCaseTried()) run.around('service/run-task', strict)
  const scene = await drawScene('studio', SIZE.width)
  const webp = await sharp(scene)
    .resize({ ...SIZE, fit: 'fill' })
    .webp()
    .toBuffer()
  await putObject(run, 'files/a/vase.webp', webp)
  await putObject(run, 'files/a/vase.mask.png', await maskPicture())
  // Films are prepared in `suites/videos.ts`, too.
  if (isEveryCaseTried()) await putFilm(webp)
  // Its mask comes when the batch already waits for it.
  await putObject(run, 'files/b/late.webp', webp)

  // As phones and cameras make them: on its side in a format that no service takes, and larger than any takes.
  const phone = cameraPhotos().find(({ name }) => name === 'HEIC on its side, 12 MP')!
  if (isEveryCaseTried()) await putObject(run, 'files/c/phone.heic', await phone.make())
  const jpeg = await sharp(webp)
    .resize({ ...LARGE, fit: 'fill' })
    .jpeg()
    .toBuffer()
  await putObject(run, 'files/c/large.jpg', jpeg)
  await putObject(run, 'files/c/large.mask.png', await maskPicture(LARGE))

  const lines = [
    { key: 'files/a/vase.webp', recipe: 'clear' },
    { key: 'files/b/late.webp', recipe: 'late' },
    { key: 'files/c/large.jpg', recipe: 'clear' },
    ...(isEveryCaseTried() ? LONG_LINES : []),
  ].map((line) => JSON.stringify(line))
  const id = await dropManifest(run, 'batches/clear/both.jsonl', lines.join('\n'))
  await putObject(run, 'files/b/late.mask.png', await maskPicture())
  await endedBatch(run, id, 350_000)
  const ends = await endsOf(id)
  expect(ends.map(({ failure }) => failure?.message)).toEqual(ends.map(() => undefined))

  const [picture, late, wide, heic, video] = ends
  expect(await sizeOf(picture?.results?.[0])).toEqual(SIZE)
  expect(await sizeOf(late?.results?.[0])).toEqual(SIZE)
  if (heic) expect(await sizeOf(heic.results?.[0])).toEqual({ width: 3024, height: 4032 })
  expect(await sizeOf(wide?.results?.[0])).toEqual(LARGE)
  const receipts = await Promise.all(ends.map(({ job }) => readReceipt(run, job ?? '')))
  for (const { states } of receipts) expect(states.map(({ state }) => state)).toContain('Prepare')
  for (const { source } of receipts) expect(source).toHaveProperty('sha256')
  if (!video) return
  const film = await readObject(run, run.at.resultsBucket, video.results?.[0] ?? '')
  expect(await framesOf(film)).toHaveLength(12)
})

test('a failed file of a batch is tried again where it lies', async () => {
  run.around('service/run-task', noopWorker())
  await putObject(run, 'files/c/again.png', await maskPicture())
  const line = JSON.stringify({ key: 'files/c/again.png' })
  const id = await dropManifest(run, 'batches/empty/again.jsonl', line, {
    'darkroom-tolerated-failures': '100',
  })
  await endedBatch(run, id)
  const [end] = await endsOf(id)
  expect(end?.failure?.code).toBe('RecipeInvalid')
  await putRecipe(run, 'empty', {
    steps: [{ feature: 'out-paint', parameters: WIDER, target: 'largest' }],
  })
  await sendMessages(run, DROP_QUEUE, [JSON.stringify({ retry: end?.job })])
  const again = await endedJob(run, `${end?.job}-1`)
  expect(again.failure).toBeUndefined()
})

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
