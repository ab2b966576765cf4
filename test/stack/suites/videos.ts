import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RECEIPT } from '../../../catalog/jobs/receipt.ts'
import { openVideoDriver } from '../../../engine/video/open-video-driver.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { drawRemoval } from '../../engine/effects/obj-rem-vid/draw-removal.ts'
import { drawScene } from '../../engine/fill/draw-scene.ts'
import { evenly } from '../../engine/video/draw-video.ts'
import { drawWalk } from '../../engine/video/draw-walk.ts'
import { withIndexLast, withTurn } from '../../engine/video/edit-boxes.ts'
import { framesOf, videoBytes } from '../../engine/video/video-bytes.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { drop } from '../drop.ts'
import { noopWorker } from '../noop-worker.ts'
import { putRecipe } from '../put-recipe.ts'
import { endedJob, readObject, readReceipt, statesEntered } from '../read-job.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'

let run: Run
beforeAll(async () => {
  // `test/bin/shared-videos.test.ts` has a thread of its own do it.
  run = await sharedRun('warm')
})

/** A worker that returns the video it was given, which has 1.2 seconds. */
const unchanged = noopWorker(() => ({
  perform: async ({ files: { src } }) => {
    if (src instanceof Uint8Array) throw new Error('The video is in memory.')
    const file = { path: src.path, contentType: 'video/mp4', extension: 'mp4' }
    return { results: {}, file, seconds: 1.2 }
  },
}))

test('a dropped video gets another background, and pays for its seconds', async () => {
  // `shared-videos.test.ts` has the engine do it in `npm test`.
  if (!isEveryCaseTried()) run.around('service/run-task', unchanged)
  const { width, height, draw } = await drawWalk(160, 120)
  const src = await videoBytes({ width, height, draw, pts: evenly(18, 1024) })
  const red = { create: { width: 64, height: 64, channels: 3 as const, background: '#d02020' } }
  await putRecipe(run, 'beach', {
    steps: [{ feature: 'bg-replace-vid', inputs: { ref: { companion: '{stem}.background.png' } } }],
  })
  const [Bucket, Key] = [run.at.dropBucket, 'drop/beach/walk.background.png']
  await run.s3.send(new PutObjectCommand({ Bucket, Key, Body: await sharp(red).png().toBuffer() }))
  // As a phone writes it: the service takes no MOV.
  const mov = Buffer.from(src.toString('latin1').replace('ftypisom', 'ftypqt  '), 'latin1')
  const { job } = await drop(run, mov, 'drop/beach/walk.mov')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  const receipt = await readReceipt(run, job)
  expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
  expect(receipt.steps[0]?.video).toMatchObject({
    source: { codec: 'h264', width, height, frames: 18 },
    sent: { width, height, frames: 18 },
  })
  expect((await statesEntered(run, job)).filter((state) => state === 'Prepare')).toHaveLength(1)
  // 1.2 seconds: the second one has started.
  expect(receipt.steps[0]?.tasks[0]?.charge).toEqual({ units: 4, seconds: 2 })
  const [result] = receipt.results
  const frames = await framesOf(await readObject(run, run.at.resultsBucket, result?.key ?? ''))
  expect(frames).toHaveLength(18)
})

test.runIf(isEveryCaseTried())('what a mask beside a dropped video marks leaves it', async () => {
  const scene = await drawRemoval({ width: 128, height: 96, count: 12 })
  const { width, height, draw, count } = scene
  const src = await videoBytes({ width, height, draw, pts: evenly(count, 512) })
  const recipe = await readFile(join(PROJECT_ROOT, 'recipes/remove-masked.json'), 'utf8')
  await putRecipe(run, 'remove-masked', JSON.parse(recipe))
  const [Bucket, Key] = [run.at.dropBucket, 'drop/remove-masked/ball.mask.png']
  await run.s3.send(new PutObjectCommand({ Bucket, Key, Body: await scene.mask(0) }))
  const { job } = await drop(run, src, 'drop/remove-masked/ball.mp4')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  const receipt = await readReceipt(run, job)
  expect(receipt.steps[0]?.tasks[0]?.charge).toEqual({ units: 2, seconds: 1 })
  const [result] = receipt.results
  const frames = await framesOf(await readObject(run, run.at.resultsBucket, result?.key ?? ''))
  const [own, truth] = [frames[6]!.planes, scene.truth(6).planes]
  const pixels = [...scene.object(6).entries()].flatMap(([pixel, share]) =>
    share > 100 ? [Math.abs(own[pixel]! - truth[pixel]!)] : [],
  )
  expect(pixels.reduce((sum, apart) => sum + apart, 0) / pixels.length).toBeLessThan(5)
})

/** The program of this machine's ffmpeg, where there is one. */
const found = openVideoDriver()
const ffmpeg = found?.name === 'ffmpeg' ? found.probe('').program.replace(/probe$/, 'mpeg') : ''

/** What a phone films on its side: HEVC in MOV, to be turned a quarter clockwise when it is shown. */
async function asFilmed(video: Buffer, height: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'hevc-'))
  try {
    const [from, to] = [join(folder, 'from.mp4'), join(folder, 'to.mov')]
    await writeFile(from, video)
    const coding = ['-c:v', 'libx265', '-tag:v', 'hvc1', '-x265-params', 'log-level=none']
    const { status } = spawnSync(ffmpeg, ['-v', 'error', '-i', from, ...coding, to])
    expect(status).toBe(0)
    const bytes = await readFile(to)
    // The matrix of the track's header (ISO/IEC 14496-12, section 8.3.2).
    const matrix = bytes.indexOf('tkhd') + 4 + 40
    for (const [at, value] of [0, 0x10000, 0, -0x10000, 0, 0, height * 0x10000, 0].entries()) {
      bytes.writeInt32BE(value, matrix + at * 4)
    }
    return bytes
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.skipIf(!ffmpeg)(
  'HEVC in MOV on its side is prepared, and its mask and frame go along (needs an ffmpeg)',
  async () => {
    const scene = await drawRemoval({ width: 128, height: 96, count: 16 })
    const { width, height, draw, count } = scene
    // 60 frames a second.
    const upright = await videoBytes({ width, height, draw, pts: evenly(count, 256) })
    const MASKED = 6
    await putRecipe(run, 'filmed', {
      steps: [
        {
          feature: 'obj-rem-vid',
          parameters: { frame_idx: MASKED },
          inputs: { msk: { companion: '{stem}.mask.png' } },
        },
      ],
    })
    // The mask is drawn on the video as it is shown.
    const mask = await sharp(await scene.mask(MASKED))
      .rotate(90)
      .png()
      .toBuffer()
    const [Bucket, Key] = [run.at.dropBucket, 'drop/filmed/ball.mask.png']
    await run.s3.send(new PutObjectCommand({ Bucket, Key, Body: mask }))
    const { job } = await drop(run, await asFilmed(upright, height), 'drop/filmed/ball.mov')
    expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
    const receipt = await readReceipt(run, job)
    expect(receipt.steps[0]?.video).toMatchObject({
      source: { codec: 'hevc', rotation: 90, frames: count },
      sent: { width: height, height: width, frames: count / 2 },
    })
    expect(receipt.cost.units).toBe(2)
    const [result] = receipt.results
    const frames = await framesOf(await readObject(run, run.at.resultsBucket, result?.key ?? ''))
    for (const nth of [1, 3, 6]) {
      const truth = scene.truth(2 * nth).planes
      const own = frames[nth]!.planes
      const apart = [...scene.object(2 * nth).entries()].flatMap(([pixel, share]) => {
        const [x, y] = [pixel % width, Math.floor(pixel / width)]
        const shown = x * height + height - 1 - y
        return share > 100 ? [Math.abs(own[shown]! - truth[pixel]!)] : []
      })
      expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThan(7)
    }
  },
)

test.runIf(isEveryCaseTried())('a dropped photo becomes a video', async () => {
  const photo = await sharp(await drawScene('sea'))
    .resize(420, 315)
    .png()
    .toBuffer()
  const parameters = { template_id: 'snowfall', dst_duration: 5, mode: 'std' }
  await putRecipe(run, 'snow', { steps: [{ feature: 'image-to-video', parameters }] })
  const { job } = await drop(run, photo, 'drop/snow/sea.png')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  const receipt = await readReceipt(run, job)
  expect(receipt.steps[0]?.tasks[0]?.charge).toEqual({ units: 15, seconds: 5 })
  const [result] = receipt.results
  expect(result?.key).toMatch(/\.mp4$/)
  const frames = await framesOf(await readObject(run, run.at.resultsBucket, result?.key ?? ''))
  expect(frames).toHaveLength(150)
  expect([frames[0]?.width, frames[0]?.height]).toEqual([420, 314])
})

// `prepare-video.test.ts` has the sample of one on its side.
test.runIf(isEveryCaseTried())(
  'a video on its side is painted upright, no longer than asked, and the receipt says so',
  async () => {
    const src = withIndexLast(withTurn(await videoBytes({ pts: evenly(40, 512) }), 64))
    const parameters = { template_id: 'comic', dst_duration: 1 }
    await putRecipe(run, 'comic', { steps: [{ feature: 'video-trans', parameters }] })
    const { job } = await drop(run, src, 'drop/comic/square.mp4')
    expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
    const receipt = await readReceipt(run, job)
    expect(receipt.steps[0]?.tasks[0]?.charge).toEqual({ units: 4, seconds: 1 })
    const [result] = receipt.results
    const frames = await framesOf(await readObject(run, run.at.resultsBucket, result?.key ?? ''))
    expect(Math.abs(frames.length - 16)).toBeLessThanOrEqual(1)
    expect(frames[0]).toMatchObject({ width: 64, height: 96 })
    expect(receipt.steps[0]?.video).toMatchObject({
      source: { rotation: 90, width: 64, height: 96, frames: 40 },
      sent: { width: 64, height: 96, frames: 40 },
    })
    expect((await statesEntered(run, job)).filter((state) => state === 'Prepare')).toHaveLength(1)
  },
)

// `hostile-videos.test.ts` has the engine refuse it in `npm test`.
test.runIf(isEveryCaseTried())(
  'a video that is damaged ends the job with the code of the catalogue',
  async () => {
    const src = await videoBytes({ pts: evenly(12, 512) })
    await putRecipe(run, 'nobody', {
      steps: [{ feature: 'bg-replace-vid', inputs: { ref: { object: 'inputs/background.png' } } }],
    })
    const red = { create: { width: 64, height: 64, channels: 3 as const, background: '#d02020' } }
    await run.s3.send(
      new PutObjectCommand({
        Bucket: run.at.dropBucket,
        Key: 'inputs/background.png',
        Body: await sharp(red).png().toBuffer(),
      }),
    )
    const { job } = await drop(run, src.subarray(0, 1500), 'drop/nobody/cut.mp4')
    const { failure } = await endedJob(run, job, 250_000)
    expect(failure).toMatchObject({ code: 'TaskFailed', retryable: false })
    expect(failure?.message).toContain('error_decode_video')
  },
)
