import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraPhotos } from './camera-photos.ts'
import { drop } from './drop.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject, readReceipt, statesEntered } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

/** Of a camera's sides: larger than any feature takes. The whole sizes are for `npm run bench -- camera`. */
const FACTOR = 0.75

let run: Run
beforeAll(async () => {
  run = await startRun()
})
afterAll(() => run.close())

/** The same way for a photo that is on its side, in another format and too large, and for a face that is too small. */
test.each([
  // Calmer skin on a drawn face is hardly to be seen, a slimmer figure is.
  ['slim', 'on its side by EXIF, 12 MP', 0.001],
  ['clear-skin', 'WebP, 12 MP', 0],
  ['softer-face', 'HEIC on its side, 12 MP', 0.001],
])('%s: %s', { timeout: 300_000 }, async (recipe, name, leastChanged) => {
  const photo = cameraPhotos(FACTOR).find((one) => one.name === name)!
  const { job } = await drop(run, await photo.make(), `drop/${recipe}/photo${photo.ending}`)
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  const receipt = await readReceipt(run, job)
  expect((await statesEntered(run, job)).slice(0, 3)).toEqual([
    'PreProcess',
    'Prepare',
    'PreProcess',
  ])
  const [step] = receipt.steps
  const size = name.startsWith('HEIC')
    ? { width: 3024, height: 4032 }
    : { width: 2268, height: 3024 }
  expect(step?.preparation?.source).toMatchObject(size)
  const { width, height } = step!.preparation!.sent
  expect(Math.max(width, height)).toBeLessThanOrEqual(4096)
  const [result] = receipt.results
  const made = await readObject(run, run.at.resultsBucket, result?.key ?? '')
  // The result has the size of the photo, upright, and says how much of it was changed.
  const { autoOrient } = await sharp(made).metadata()
  expect(autoOrient).toMatchObject(size)
  expect(step?.restorations).toMatchObject([{ index: 0, ...size }])
  expect(step?.restorations?.[0]?.changedShare).toBeGreaterThan(leastChanged)
  expect(result?.digitalSource).toBe('algorithmicallyEnhanced')
  const left = { Bucket: run.at.resultsBucket, Prefix: 'prepared/' }
  expect((await run.s3.send(new ListObjectsV2Command(left))).KeyCount).toBe(0)
})

test('a picture whose face is too small for the service is cropped to it after the refusal', {
  timeout: 300_000,
}, async () => {
  const photo = cameraPhotos(0.5).find(({ name }) => name === 'head and shoulders, 12 MP')!
  const { job } = await drop(run, await photo.make(), 'drop/clear-skin/close.jpg')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  const states = await statesEntered(run, job)
  expect(states.filter((state) => state === 'Prepare')).toHaveLength(1)
  expect(states.filter((state) => state === 'CreateTask')).toHaveLength(2)
  const { steps, cost } = await readReceipt(run, job)
  expect(steps).toHaveLength(1)
  expect(steps[0]?.preparation?.crop.width).toBeLessThan(1512)
  // The refused task was free.
  expect(cost.units).toBe(4)
})

test('everybody of a group has a crop of their own, and all are in one picture', {
  timeout: 300_000,
}, async () => {
  const photo = cameraPhotos(0.4).find(({ name }) => name === 'group of five, 24 MP')!
  const face = { feature: 'face-reshape', parameters: { features: { eye_size: 60 } } }
  const together = { ...face, target: 'all', together: true }
  await putRecipe(run, 'everybody', { steps: [together] })
  const { job } = await drop(run, await photo.make(), 'drop/everybody/group.jpg')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  expect(await statesEntered(run, job)).toContain('EachPart')
  const { steps, results, cost } = await readReceipt(run, job)
  const [step] = steps
  expect(step?.tasks.map(({ status }) => status)).toEqual(Array(5).fill('success'))
  expect(step?.preparations).toHaveLength(5)
  expect(step?.restorations).toMatchObject([{ together: [0, 1, 2, 3, 4], width: 2400 }])
  expect(results).toHaveLength(1)
  expect(cost.units).toBe(5)
  // Each face is changed, and what lies between them is not.
  const made = await readObject(run, run.at.resultsBucket, results[0]?.key ?? '')
  const before = sharp(await photo.make()).raw()
  const [one, other] = await Promise.all([before.toBuffer(), sharp(made).raw().toBuffer()])
  const difference = (left: number, top: number, width: number, height: number): number => {
    let most = 0
    for (let y = top; y < top + height; y++) {
      for (let at = 3 * (y * 2400 + left); at < 3 * (y * 2400 + left + width); at++) {
        most = Math.max(most, Math.abs(one[at]! - other[at]!))
      }
    }
    return most
  }
  for (const { crop } of step?.preparations ?? []) {
    const { left, top, width, height } = crop
    expect(difference(left, top, width, height)).toBeGreaterThan(40)
  }
  expect(difference(0, 1000, 2400, 500)).toBeLessThan(12)
})

test('a mask is scaled with its picture, which is too wide for the service', {
  timeout: 300_000,
}, async () => {
  const size = { width: 2400, height: 480 }
  const square = (side: number, background: string) =>
    ({ create: { width: side, height: side, channels: 3, background } }) as const
  const shown = async (background: string, side: number, colour: string) =>
    await sharp({ create: { ...size, channels: 3, background } })
      .composite([{ input: square(side, colour), left: 1660 - side / 2, top: 240 - side / 2 }])
      .png()
      .toBuffer()
  const photo = await shown('#8fa3b0', 120, '#c02020')
  await putRecipe(run, 'take-out', {
    steps: [
      {
        ...{ feature: 'obj-replace', parameters: { prompt: 'remove' } },
        inputs: { msk: { companion: '{stem}.mask.png' } },
      },
    ],
  })
  await drop(run, await shown('#000', 140, '#fff'), 'drop/take-out/wide.mask.png')
  const { job } = await drop(run, photo, 'drop/take-out/wide.png')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  const { steps, results } = await readReceipt(run, job)
  expect(steps[0]?.preparation?.sent).toMatchObject({ width: 2048 })
  const made = sharp(await readObject(run, run.at.resultsBucket, results[0]?.key ?? ''))
  const { data, info } = await made.raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject(size)
  const pixel = (x: number, y: number) => [
    ...data.subarray(3 * (y * 2400 + x), 3 * (y * 2400 + x) + 3),
  ]
  for (const [c, level] of [0x8f, 0xa3, 0xb0].entries()) {
    expect(Math.abs(pixel(1660, 240)[c]! - level)).toBeLessThan(6)
    expect(pixel(500, 240)[c]).toBe(level)
  }
})

test('a result larger than the next step takes is prepared for it', {
  timeout: 300_000,
}, async () => {
  const { png } = await twoPeoplePicture()
  const large = await sharp(png).resize(2400).jpeg().toBuffer()
  await putRecipe(run, 'face-then-body', {
    steps: [
      { feature: 'face-reshape', parameters: { features: { eye_size: 40 } } },
      { feature: 'body-reshape', parameters: { features: { slim: -40 } } },
    ],
  })
  const { job } = await drop(run, large, 'drop/face-then-body/large.jpg')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  const { steps, results } = await readReceipt(run, job)
  expect(steps.map((step) => step.preparation?.source.width)).toEqual([undefined, 2400])
  const made = sharp(await readObject(run, run.at.resultsBucket, results[0]?.key ?? ''))
  expect((await made.metadata()).width).toBe(2400)
})

test('a picture that fits enters no state and no function more', {
  timeout: 300_000,
}, async () => {
  const called: string[] = []
  run.around('pipeline/prepare', async ({ entry }, next) => {
    called.push(entry)
    return await next()
  })
  const { png } = await twoPeoplePicture()
  const { job } = await drop(run, png, 'drop/slim/fits.png')
  expect((await endedJob(run, job)).failure).toBeUndefined()
  const { states, cost } = await readReceipt(run, job)
  expect(states.map(({ state }) => state)).toEqual([
    'PreProcess',
    'ChooseTarget',
    'EachTarget',
    'Deliver',
  ])
  expect(cost.transitions).toBe(6)
  expect(called).toEqual([])
})
