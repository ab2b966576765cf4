import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { cameraPhotos } from '../camera-photos.ts'
import { drop } from '../drop.ts'
import { expectFullSize } from '../expect-full-size.ts'
import { noopEngine, noopWorker } from '../noop-worker.ts'
import { putRecipe } from '../put-recipe.ts'
import { endedJob, readObject, readReceipt, statesEntered } from '../read-job.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { twoPeoplePicture } from '../test-pictures.ts'

let run: Run
beforeAll(async () => {
  run = await sharedRun('warm')
})

test.runIf(isEveryCaseTried())(
  'a photo that is on its side, in another format and too large comes back whole',
  async () => {
    await expectFullSize(run, 'softer-face', 'HEIC on its side, 12 MP', 0.001)
  },
)

test('a picture whose face is too small for the service is cropped to it after the refusal', async () => {
  if (!isEveryCaseTried()) run.around('service/run-task', refusingOnce())
  const photo = cameraPhotos(0.35).find(({ name }) => name === 'head and shoulders, 12 MP')!
  const { job } = await drop(run, await photo.make(), 'drop/clear-skin/close.jpg')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  const states = await statesEntered(run, job)
  expect(states.filter((state) => state === 'Prepare')).toHaveLength(1)
  expect(states.filter((state) => state === 'CreateTask')).toHaveLength(2)
  const { steps, cost } = await readReceipt(run, job)
  expect(steps).toHaveLength(1)
  expect(steps[0]?.preparation?.crop.width).toBeLessThan(1058)
  // The refused task was free.
  expect(cost.units).toBe(4)
})

/** An engine that finds the face too small in the first picture it is to change, and returns the others. */
function refusingOnce() {
  let effects = 0
  return noopWorker(() => ({
    perform: async (task, ...more) => {
      if (task.stage === 'effect' && ++effects === 1) {
        throw new Fault(
          'small-face',
          'The face is 200 pixels wide; at least 327 pixels are needed.',
        )
      }
      return await noopEngine(1)(task, ...more)
    },
  }))
}

test.runIf(isEveryCaseTried())(
  'a mask is scaled with its picture, which is too wide for the service',
  async () => {
    const size = { width: 2100, height: 360 }
    const square = (side: number, background: string) =>
      ({ create: { width: side, height: side, channels: 3, background } }) as const
    const shown = async (background: string, side: number, colour: string) =>
      await sharp({ create: { ...size, channels: 3, background } })
        .composite([{ input: square(side, colour), left: 1460 - side / 2, top: 180 - side / 2 }])
        .png()
        .toBuffer()
    const photo = await shown('#8fa3b0', 120, '#c02020')
    await putRecipe(run, 'take-out', {
      steps: [
        {
          feature: 'obj-replace',
          parameters: { prompt: 'remove' },
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
      ...data.subarray(3 * (y * size.width + x), 3 * (y * size.width + x) + 3),
    ]
    for (const [c, level] of [0x8f, 0xa3, 0xb0].entries()) {
      expect(Math.abs(pixel(1460, 180)[c]! - level)).toBeLessThan(6)
      expect(pixel(500, 180)[c]).toBe(level)
    }
  },
)

test.runIf(isEveryCaseTried())(
  'a result larger than the next step takes is prepared for it',
  async () => {
    const { png } = await twoPeoplePicture()
    const large = await sharp(png).resize(2100).jpeg().toBuffer()
    await putRecipe(run, 'face-then-body', {
      steps: [
        { feature: 'face-reshape', parameters: { features: { eye_size: 40 } } },
        { feature: 'body-reshape', parameters: { features: { slim: -40 } } },
      ],
    })
    const { job } = await drop(run, large, 'drop/face-then-body/large.jpg')
    expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
    const { steps, results } = await readReceipt(run, job)
    expect(steps.map((step) => step.preparation?.source.width)).toEqual([undefined, 2100])
    const made = sharp(await readObject(run, run.at.resultsBucket, results[0]?.key ?? ''))
    expect((await made.metadata()).width).toBe(2100)
  },
)

// `whole-way.ts` has the states of such a picture in `npm test`.
test.runIf(isEveryCaseTried())(
  'a picture that fits enters no state and no function more',
  async () => {
    if (!isEveryCaseTried()) run.around('service/run-task', noopWorker())
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
  },
)
