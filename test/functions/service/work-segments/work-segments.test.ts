import { expect, test, vi } from 'vitest'
import { computeOf } from '../../../../catalog/costs/compute.ts'
import type { ModelUse } from '../../../../catalog/costs/model-use.ts'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { OtherModels } from '../../../../catalog/failures/other-models.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import { log } from '../../../../functions/log.ts'
import {
  inputKey,
  segmentKey,
  sharedKeys,
  surveyKey,
} from '../../../../functions/service/core/model/shared-video.ts'
import { createTask } from '../../../../functions/service/core/tasks/create-task.ts'
import { parseTaskCreation } from '../../../../functions/service/core/tasks/parse-task-creation.ts'
import { performWithRestart } from '../../../../functions/service/core/worker/perform-with-restart.ts'
import { workSegments } from '../../../../functions/service/work-segments/work-segments.ts'
import type { WorkSegmentsDeps } from '../../../../functions/service/work-segments/work-segments-deps.ts'
import { asSegmentWorker } from '../as-worker.ts'
import { balance, fixture, useTaskFixture } from '../run-task/task-fixture.ts'

useTaskFixture()

const BINARY = { contentType: 'application/octet-stream' }
const VIDEO = { contentType: 'video/mp4', extension: 'mp4' }
const MATTE = {
  file: 'people.onnx',
  sha256: 'a'.repeat(64),
  runtime: 'onnx' as const,
  licence: 'MIT',
}
const NOTE = 'Half of it is made up.'
const WORK = { count: 2, frames: 8, before: 0, since: 5, surveyed: 20, note: NOTE, at: 5, done: {} }

/** A task whose video of three seconds two workers share: its inputs and its survey are kept for them. */
async function sharedTask(more: { models?: ModelUse[] } = {}): Promise<string> {
  const { deps } = fixture.backend
  const body = { src_file_url: `${fixture.origin}/a.mp4`, ref_file_url: `${fixture.origin}/a.jpg` }
  const feature = findFeature('bg-replace-vid')!
  const input = { account: fixture.account, feature, stage: 'effect' as const, body }
  const { task_id: id } = await createTask(parseTaskCreation(input), deps)
  const { now } = fixture.backend.clock
  await deps.tasks.takeLease(id, { holder: 'surveyor', until: now + 1 }, now)
  await deps.tasks.beginSharing(id, 'surveyor', { ...WORK, ...more })
  for (const nth of [0, 1]) await deps.files.put(surveyKey(id, nth), new Uint8Array([9]), BINARY)
  for (const role of ['src', 'ref']) {
    await deps.files.put(inputKey(id, role), new Uint8Array([1]), BINARY)
  }
  return id
}

/** Whoever makes a segment answers with its number, whoever joins them with all of them in a row. */
const perform: WorkSegmentsDeps['perform'] = async ({ share }, { onFrames }) => {
  if (share?.make === 'segment') {
    onFrames?.(4, 4)
    return { results: {}, output: { bytes: new Uint8Array([share.nth]), ...VIDEO } }
  }
  const read = Array.from(
    { length: share!.count },
    (_, nth) => share!.make === 'whole' && share!.segment(nth),
  )
  const all = (await Promise.all(read)).flatMap((bytes) => [...(bytes || [])])
  return {
    results: { joined: true },
    output: { bytes: Uint8Array.from(all), ...VIDEO },
    seconds: 3,
  }
}

const failing =
  (error: Error): WorkSegmentsDeps['perform'] =>
  async () => {
    throw error
  }

async function work(order: object, performing = perform) {
  const deps = asSegmentWorker({ ...fixture.backend.deps, perform: performing })
  return await workSegments(order, AbortSignal.timeout(60_000), deps)
}

const taskOf = (id: string) => fixture.backend.deps.tasks.get(id)
const has = (key: string) => fixture.backend.deps.files.has(key)

/** Which of the objects that workers share are there. */
async function kept(id: string): Promise<string[]> {
  const keys = sharedKeys((await taskOf(id))!)
  const there = await Promise.all(keys.map(has))
  return keys.filter((_, at) => there[at])
}

async function makeBoth(id: string): Promise<void> {
  for (const segment of [0, 1]) await work({ task: id, segment })
}

test('segments are made and joined to a result that is charged, with what the workers took', async () => {
  const id = await sharedTask()
  await makeBoth(id)
  expect(await taskOf(id)).toMatchObject({ status: 'running', shared: { done: { s0: 4, s1: 4 } } })
  await work({ task: id, seconds: 40 })
  const task = await taskOf(id)
  expect(task).toMatchObject({
    status: 'success',
    units: 6,
    results: { values: { joined: true, note: NOTE } },
  })
  expect(task).toMatchObject({ compute: computeOf(2, 60) })
  const bytes = await fixture.backend.deps.files.get(`results/${id}/result.mp4`, 10)
  expect(bytes).toEqual(Uint8Array.of(0, 1))
  expect(await balance()).toEqual({ available: 4, reserved: 0, spent: 6 })
  expect(await kept(id)).toEqual([])
})

test('every segment is made with the model files of the survey, which the receipt names', async () => {
  const id = await sharedTask({ models: [MATTE] })
  const told: unknown[] = []
  const noting: WorkSegmentsDeps['perform'] = async (request, options) => {
    if (request.share?.make === 'segment') told.push(request.share.models)
    return await perform(request, options)
  }
  for (const segment of [0, 1]) await work({ task: id, segment }, noting)
  expect(told).toEqual([[MATTE], [MATTE]])
  await work({ task: id, seconds: 40 })
  expect(await taskOf(id)).toMatchObject({ status: 'success', models: [MATTE] })
})

test('a worker of a segment that has another file ends the task in words, uncharged', async () => {
  const id = await sharedTask({ models: [MATTE] })
  const other = async (): Promise<never> => {
    throw new OtherModels('The video was begun with the model people.onnx.')
  }
  let released = 0
  const engine = { perform: other, close: async () => void released++ }
  vi.spyOn(log, 'error').mockReturnValue()
  await work({ task: id, segment: 0 }, performWithRestart(engine))
  // Its files are read once more before that.
  expect(released).toBe(2)
  expect(await taskOf(id)).toMatchObject({
    status: 'error',
    error: 'unknown_internal_error',
    errorMessage: 'The video was begun with the model people.onnx.',
  })
  expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
})

test('a segment that was made before is not made again', async () => {
  const id = await sharedTask()
  await makeBoth(id)
  await work({ task: id, segment: 1 }, failing(new Error('Made again.')))
  expect((await kept(id)).filter((key) => key.endsWith('.mp4'))).toHaveLength(2)
})

test('a fault that its client can understand ends the task, costs nothing and leaves nothing', async () => {
  const id = await sharedTask()
  await work({ task: id, segment: 0 }, failing(new Fault('target', 'Nobody is there.')))
  expect(await taskOf(id)).toMatchObject({ status: 'error', errorMessage: 'Nobody is there.' })
  expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  // The other worker does nothing, and whoever joins them tidies up.
  await work({ task: id, segment: 1 }, failing(new Error('Made for nobody.')))
  await work({ task: id, seconds: 40 }, failing(new Error('Joined for nobody.')))
  expect(await kept(id)).toEqual([])
})

test('a defect is thrown, so that the workflow tries again, and the task goes on', async () => {
  const id = await sharedTask()
  const crash = work({ task: id, segment: 0 }, failing(new Error('The worker is out of memory.')))
  await expect(crash).rejects.toThrow('out of memory')
  expect(await taskOf(id)).toMatchObject({ status: 'running' })
  await makeBoth(id)
  await work({ task: id, seconds: 40 })
  expect(await taskOf(id)).toMatchObject({ status: 'success' })
})

test('what was never made is missed when the segments are joined', async () => {
  const id = await sharedTask()
  await work({ task: id, segment: 0 })
  await expect(work({ task: id, seconds: 40 })).rejects.toThrow('Segment 1 of a video is gone.')
  expect(await taskOf(id)).toMatchObject({ status: 'running' })
  await expect(has(segmentKey(id, 0))).resolves.toBe(true)
})

test('what was tried too often ends as the service’s own failure, uncharged, and leaves nothing', async () => {
  const id = await sharedTask()
  await work({ task: id, segment: 0 })
  await work({ task: id, failure: 'States.Timeout' })
  expect(await taskOf(id)).toMatchObject({ status: 'error', error: 'unknown_internal_error' })
  expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  expect(await kept(id)).toEqual([])
})

test('nothing is done for a task that is not there', async () => {
  expect(await work({ task: 'nobody', segment: 0 })).toEqual({ seconds: 0 })
})
