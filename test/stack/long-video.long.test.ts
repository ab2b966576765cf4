import { expect, test } from 'vitest'
import { evenly } from '../engine/video/draw-video.ts'
import { videoBytes } from '../engine/video/video-bytes.ts'
import { drop } from './drop.ts'
import { dropLong } from './drop-long.ts'
import { peakMemory } from './peak-memory.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob } from './read-job.ts'
import { startOwn, streamVideo, watercolour } from './stream-video.ts'

/** Bytes of the first videos: enough to fill every buffer on their way. */
const SHORT = 20_000_000
/** Bytes; `npm run bench -- video` does the same with 200 MB. */
const LONG = 80_000_000
/** Bytes that a long file may add to the memory of short ones: less than any of its five copies. */
const SHARE = LONG

test('a long video passes through the pipeline and back without being in memory', {
  timeout: 900_000,
}, async () => {
  const mortal = await startOwn('streaming')
  for (const transfer of ['url', 'upload'] as const) await streamVideo(mortal, transfer, SHORT)
  for (const transfer of ['url', 'upload'] as const) {
    const before = peakMemory(mortal.pid)
    await streamVideo(mortal, transfer, LONG)
    if (before !== undefined) expect(peakMemory(mortal.pid)! - before).toBeLessThan(SHARE)
  }
})

test('the engine works on a file of 80 MB without having it in memory', {
  timeout: 900_000,
}, async () => {
  const { run, pid } = await startOwn('real')
  const parameters = { template_id: 'comic', dst_duration: 1 }
  await putRecipe(run, 'comic', { steps: [{ feature: 'video-trans', parameters }] })
  const video = await videoBytes({ pts: evenly(12, 512) })
  const through = async (bytes: number): Promise<void> => {
    const { job } = await drop(run, padded(video, bytes), `drop/comic/${bytes}.mp4`)
    expect((await endedJob(run, job, 200_000)).failure).toBeUndefined()
  }
  // The first task loads what all need.
  for (const _ of [1, 2]) await through(SHORT)
  const before = peakMemory(pid)
  await through(LONG)
  // Held only once, it would take what it is longer.
  if (before !== undefined) expect(peakMemory(pid)! - before).toBeLessThan(LONG - SHORT)
})

/** The same video with a box that nobody reads behind it. */
function padded(video: Buffer, bytes: number): Buffer {
  const whole = Buffer.alloc(bytes)
  video.copy(whole)
  whole.writeUInt32BE(bytes - video.length, video.length)
  whole.write('free', video.length + 4)
  return whole
}

test('a video above the limit of the service ends as a stated failure', {
  timeout: 900_000,
}, async () => {
  const { run } = await startOwn('real')
  // Otherwise it would be prepared, and these bytes are no video.
  await putRecipe(run, 'too-long', { ...watercolour('upload'), prepare: 'none' })
  const { job, sha256 } = await dropLong(run, 'too-long', 100_000_001)
  const { failure, sourceHash } = await endedJob(run, job, 200_000)
  expect(sourceHash).toEqual({ sha256 })
  expect(failure).toMatchObject({ code: 'TaskRefused', retryable: false })
  expect(failure?.message).toContain('file_size')
})
