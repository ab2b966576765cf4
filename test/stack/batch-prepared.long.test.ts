import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchKeys } from '../../functions/pipeline/core/batches/batch-names.ts'
import type { ItemResult } from '../../functions/pipeline/core/ports/batch.ts'
import { drawScene } from '../engine/fill/draw-scene.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { drawWalk } from '../engine/video/draw-walk.ts'
import { framesOf, videoBytes } from '../engine/video/video-bytes.ts'
import { dropManifest, endedBatch, putObject } from './batches.ts'
import { cameraPhotos } from './camera-photos.ts'
import { putRecipe } from './put-recipe.ts'
import { readObject, readReceipt } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'

const SIZE = { width: 400, height: 300 }
/** Of a picture that is wider than any feature takes. */
const LARGE = { width: 2200, height: 1650 }

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

// `suites/camera.ts` and `suites/videos.ts` have dropped files prepared in `npm test`, and `suites/batch.ts` has the
// same machine work on files of a batch.
test('files of a batch and what lies beside them are prepared and restored, as dropped ones are', {
  timeout: 400_000,
}, async () => {
  const scene = await drawScene('studio', SIZE.width)
  const webp = await sharp(scene)
    .resize({ ...SIZE, fit: 'fill' })
    .webp()
    .toBuffer()
  await putObject(run, 'files/a/vase.webp', webp)
  await putObject(run, 'files/a/vase.mask.png', await maskPicture())
  await putFilm(webp)
  // Its mask comes when the batch already waits for it.
  await putObject(run, 'files/b/late.webp', webp)

  // As phones and cameras make them: on its side in a format that no service takes, and larger than any takes.
  const phone = cameraPhotos().find(({ name }) => name === 'HEIC on its side, 12 MP')!
  await putObject(run, 'files/c/phone.heic', await phone.make())
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
    { key: 'files/c/phone.heic', recipe: 'softer-face' },
    { key: 'files/a/film.mov', recipe: 'beach' },
  ].map((line) => JSON.stringify(line))
  const id = await dropManifest(run, 'batches/clear/both.jsonl', lines.join('\n'))
  await putObject(run, 'files/b/late.mask.png', await maskPicture())
  await endedBatch(run, id, 350_000)
  const ends = await endsOf(id)
  expect(ends.map(({ failure }) => failure?.message)).toEqual(ends.map(() => undefined))

  const [picture, late, wide, heic, video] = ends
  expect(await sizeOf(picture?.results?.[0])).toEqual(SIZE)
  expect(await sizeOf(late?.results?.[0])).toEqual(SIZE)
  expect(await sizeOf(heic?.results?.[0])).toEqual({ width: 3024, height: 4032 })
  expect(await sizeOf(wide?.results?.[0])).toEqual(LARGE)
  const receipts = await Promise.all(ends.map(({ job }) => readReceipt(run, job ?? '')))
  for (const { states } of receipts) expect(states.map(({ state }) => state)).toContain('Prepare')
  for (const { source } of receipts) expect(source).toHaveProperty('sha256')
  const film = await readObject(run, run.at.resultsBucket, video?.results?.[0] ?? '')
  expect(await framesOf(film)).toHaveLength(12)
})
