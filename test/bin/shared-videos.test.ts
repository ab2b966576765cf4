import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { localAdminContext } from '../../bin/connection/admin-context.ts'
import { localPipelineClients } from '../../bin/connection/pipeline-clients.ts'
import { RECEIPT } from '../../catalog/jobs/receipt.ts'
import { planesOf } from '../../engine/video/video-info.ts'
import { describeProgress } from '../../functions/operate/jobs/running-tasks.ts'
import { stopJob } from '../../functions/operate/jobs/stop-job.ts'
import type { Intercept } from '../../local/lambda/hosted-function.ts'
import { drawRemoval } from '../engine/effects/obj-rem-vid/draw-removal.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { drawWalk } from '../engine/video/draw-walk.ts'
import { framesOf, videoBytes } from '../engine/video/video-bytes.ts'
import { fewOrAll, isEveryCaseTried } from '../setup/sampled.ts'
import { drop } from '../stack/drop.ts'
import { eventually } from '../stack/eventually.ts'
import { putRecipe } from '../stack/put-recipe.ts'
import { endedJob, readObject, readReceipt, statesEntered } from '../stack/read-job.ts'
import { type Run, startRun } from '../stack/start-run.ts'
import { killWorkerAfter, noteThreads } from '../stack/workers.ts'

/** Segments of the drawn video. */
const SHARING = fewOrAll(2, 3)

/** Of each of them. */
const SEGMENT_SECONDS = fewOrAll(0.2, 0.4)

/** Of the drawn video, which has 30 a second. */
const FRAMES = 30 * SEGMENT_SECONDS * SHARING

const SEGMENTS = Array.from({ length: SHARING }, (_, at) => at)

/** Has segments made one after the other, by one thread: each thread loads an engine of its own, for seconds. */
function oneByOne(): Intercept {
  let last: Promise<unknown> = Promise.resolve()
  return (call, next) => {
    if (call.entry !== 'functions/service/work-segments/handler.ts') return next()
    const turn = last.then(next)
    last = turn.catch(() => undefined)
    return turn
  }
}

let run: Run
let src: Buffer
beforeAll(async () => {
  noteThreads()
  const sharing = { SHARING: JSON.stringify({ alone: 0, segment: SEGMENT_SECONDS }) }
  run = await startRun(sharing, isEveryCaseTried() ? {} : { throughout: oneByOne() })
  const { width, height, draw } = await drawWalk(160, 120)
  src = await videoBytes({ width, height, draw, pts: evenly(FRAMES, 512) })
  const red = { create: { width: 64, height: 64, channels: 3 as const, background: '#d02020' } }
  const [Bucket, Body] = [run.at.dropBucket, await sharp(red).png().toBuffer()]
  await run.s3.send(new PutObjectCommand({ Bucket, Key: 'inputs/red.png', Body }))
  await putRecipe(run, 'beach', {
    steps: [{ feature: 'bg-replace-vid', inputs: { ref: { object: 'inputs/red.png' } } }],
  })
})
afterAll(() => run.close())

/** What workers share at this moment. */
async function shared(): Promise<string[]> {
  const { Contents = [] } = await run.s3.send(
    new ListObjectsV2Command({ Bucket: run.at.service.files, Prefix: 'segments/' }),
  )
  return Contents.map(({ Key = '' }) => Key.split('/').at(-1) ?? '')
}

async function resultOf(job: string): Promise<Buffer> {
  expect((await endedJob(run, job, 200_000)).failure).toBeUndefined()
  const [result] = (await readReceipt(run, job)).results
  return Buffer.from(await readObject(run, run.at.resultsBucket, result?.key ?? ''))
}

/** Notes which segments were asked for. */
function noteSegments(): { asked: unknown[]; note: Intercept } {
  const asked: unknown[] = []
  return {
    asked,
    note: (call, next) => {
      asked.push((call.payload as { segment?: number }).segment ?? 'whole')
      return next()
    },
  }
}

/** What was dropped under each recipe, and its result where no worker was lost. */
const undisturbed: Record<string, { from: Buffer; result: Buffer }> = {}

test('a long video is made in segments, joined, and paid for as any other', async () => {
  const { asked, note } = noteSegments()
  run.around('service/work-segments', note)
  const { job } = await drop(run, src, 'drop/beach/long.mp4')
  const result = await resultOf(job)
  undisturbed['beach'] = { from: src, result }
  expect(asked.slice(0, SHARING).sort()).toEqual(SEGMENTS)
  expect(asked[SHARING]).toBe('whole')
  const frames = await framesOf(result)
  expect(frames.map(({ pts }) => pts)).toEqual(evenly(FRAMES, 512))
  const receipt = await readReceipt(run, job)
  expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
  const [task] = receipt.steps[0]?.tasks ?? []
  const seconds = Math.ceil(SEGMENT_SECONDS * SHARING)
  const charge = { units: 2 * seconds, seconds, compute: { segments: SHARING } }
  expect(task?.charge).toMatchObject(charge)
  expect(task?.charge?.compute?.dollars).toBeGreaterThan(3 * SHARING * 25e-6)
  // The pipeline sees a task like any other.
  expect(await statesEntered(run, job)).not.toContain('EachSegment')
  await eventually('nothing is left', async () => ((await shared()).length > 0 ? undefined : true))
})

test.runIf(isEveryCaseTried())(
  'an object is followed by one worker and removed by several',
  async () => {
    const scene = await drawRemoval({ width: 160, height: 120, count: 24, camera: 'pan' })
    const [Bucket, Body] = [run.at.dropBucket, await scene.mask(12)]
    await run.s3.send(new PutObjectCommand({ Bucket, Key: 'inputs/ball.png', Body }))
    const inputs = { msk: { object: 'inputs/ball.png' } }
    const step = { feature: 'obj-rem-vid', parameters: { frame_idx: 12 }, inputs }
    await putRecipe(run, 'no-ball', { steps: [step] })
    const { asked, note } = noteSegments()
    run.around('service/work-segments', note)
    const { width, height, draw, count } = scene
    const from = await videoBytes({ width, height, draw, pts: evenly(count, 512) })
    const { job } = await drop(run, from, 'drop/no-ball/walk.mp4')
    const result = await resultOf(job)
    undisturbed['no-ball'] = { from, result }
    const frames = await framesOf(result)
    expect(asked.toSorted()).toEqual([0, 1, 'whole'])
    expect(frames.map(({ pts }) => pts)).toEqual(evenly(count, 512))
    for (const [at, frame] of frames.entries()) {
      const [own, truth] = [planesOf(frame).y, planesOf(scene.truth(at)).y]
      let [sum, pixels] = [0, 0]
      for (const [pixel, share] of scene.object(at).entries()) {
        if (share < 100) continue
        sum += Math.abs(own[pixel]! - truth[pixel]!)
        pixels++
      }
      // Levels; the encoder's own error among them.
      expect(sum / pixels).toBeLessThan(4)
    }
    await eventually('nothing is left', async () =>
      (await shared()).length > 0 ? undefined : true,
    )
  },
)

test.runIf(isEveryCaseTried()).each([
  ['beach', SHARING],
  ['no-ball', 2],
] as const)(
  'a worker of %s that is lost is replaced, and the video is the same',
  async (recipe, segments) => {
    const { from, result } = undisturbed[recipe]!
    const { asked, note } = noteSegments()
    run.around('service/work-segments', note)
    // Right after the first segment is stored: its worker is lost before it answers, and the other one in its work.
    const killed = killWorkerAfter(
      ({ method, url = '' }) => method === 'PUT' && /\/segments\/[^/]+\/\d\.mp4/.test(url),
    )
    const { job } = await drop(run, from, `drop/${recipe}/killed.mp4`)
    const again = await resultOf(job)
    expect(killed.kills).toBe(1)
    // Each segment, the whole that joins them, and what was lost.
    expect(asked.length).toBeGreaterThan(segments + 1)
    // The files differ in the job that they name.
    expect(await framesOf(again)).toEqual(await framesOf(result))
    await eventually('nothing is left', async () =>
      (await shared()).length > 0 ? undefined : true,
    )
  },
)

// `work-segments.test.ts` and `delete-task.test.ts` hold it in `npm test`.
test.runIf(isEveryCaseTried())(
  'a task that is stopped and deleted while workers share it leaves nothing',
  async () => {
    const { promise: stopped, resolve: release } = Promise.withResolvers<void>()
    onTestFinished(() => release())
    const seconds: number[] = []
    run.around('service/work-segments', async (_, next) => {
      await stopped
      const began = performance.now()
      const result = await next()
      seconds.push((performance.now() - began) / 1000)
      expect(result).not.toHaveProperty('error')
      return result
    })
    const { job } = await drop(run, src, 'drop/beach/stopped.mp4')
    const clients = localPipelineClients(run.at)
    const admin = localAdminContext(run.at)
    onTestFinished(() => {
      admin.close()
      clients.close()
    })
    await eventually('its workers', async () =>
      (await shared()).length >= SHARING ? true : undefined,
    )
    expect(await eventually('progress', () => describeProgress(admin, job))).toBe(
      `0 of ${FRAMES} frames`,
    )
    const { stopped: tasks } = await stopJob(clients, admin, job)
    expect(tasks).toHaveLength(1)
    const deleted = await fetch(`${run.at.baseUrl}/s2s/v2.0/task/delete`, {
      method: 'POST',
      headers: { authorization: `Bearer ${run.at.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ task_id: tasks[0] }),
    })
    expect(deleted.status).toBe(200)
    expect(await shared()).toEqual([])
    release()
    // Segments that find nothing to do, and the end.
    await eventually('the workers', () => (seconds.length < SHARING + 1 ? undefined : true))
    expect(await shared()).toEqual([])
    expect(await admin.tasks.get(tasks[0]!)).toMatchObject({ status: 'error' })
  },
)
