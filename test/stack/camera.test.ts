import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraPhotos } from './camera-photos.ts'
import { drop } from './drop.ts'
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
  expect(step?.preparation?.source).toMatchObject({ width: 2268, height: 3024 })
  const { width, height } = step!.preparation!.sent
  expect(Math.max(width, height)).toBeLessThanOrEqual(2560)
  const [result] = receipt.results
  const made = await readObject(run, run.at.resultsBucket, result?.key ?? '')
  // The result has the size of the photo, upright, and says how much of it was changed.
  const { autoOrient } = await sharp(made).metadata()
  expect(autoOrient).toMatchObject({ width: 2268, height: 3024 })
  expect(step?.restorations).toMatchObject([{ index: 0, width: 2268, height: 3024 }])
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
