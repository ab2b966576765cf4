import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { expect } from 'vitest'
import { cameraPhotos } from './camera-photos.ts'
import { drop } from './drop.ts'
import { endedJob, readObject, readReceipt, statesEntered } from './read-job.ts'
import type { Run } from './start-run.ts'

/** Of a camera's sides: larger than any feature takes. The whole sizes are for `npm run bench -- camera`. */
const FACTOR = 0.75

/** Drops a camera's photo, and expects a result of its full size of which at least this share is changed. */
export async function expectFullSize(
  run: Run,
  recipe: string,
  name: string,
  leastChanged: number,
): Promise<void> {
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
}
