import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import { remoteSegmentBroker } from '../../../../functions/service/core/adapters/remote-broker.ts'
import type { SegmentBroker } from '../../../../functions/service/core/ports/broker.ts'
import { createTask } from '../../../../functions/service/core/tasks/create-task.ts'
import { parseTaskCreation } from '../../../../functions/service/core/tasks/parse-task-creation.ts'
import { serveSegments } from '../../../../functions/service/serve-segments/serve-segments.ts'
import { overWire } from '../as-worker.ts'
import { fixture, useTaskFixture } from '../run-task/task-fixture.ts'

useTaskFixture()

const FAILURE = { status: 'error', error: 'unknown_internal_error', errorMessage: 'Mine.' } as const

function worker(): SegmentBroker {
  return remoteSegmentBroker(overWire(serveSegments, fixture.backend.deps))
}

/** A task for a video, which two workers share or one has. */
async function videoTask(isShared: boolean): Promise<string> {
  const { deps, clock } = fixture.backend
  const body = { src_file_url: `${fixture.origin}/a.mp4`, ref_file_url: `${fixture.origin}/a.jpg` }
  const feature = findFeature('bg-replace-vid')!
  const input = { account: fixture.account, feature, stage: 'effect' as const, body }
  const { task_id: id } = await createTask(parseTaskCreation(input), deps)
  if (!isShared) return id
  await deps.tasks.takeLease(id, { holder: 'surveyor', until: clock.now + 1 }, clock.now)
  const work = { count: 2, frames: 8, before: 0, since: 5, at: 5, done: {} }
  await deps.tasks.beginSharing(id, 'surveyor', work)
  return id
}

const taskOf = (id: string) => fixture.backend.deps.tasks.get(id)

const acts: Record<string, (of: { task: string; segment: number }) => Promise<unknown>> = {
  beginSegment: (of) => worker().beginSegment(of),
  noteSegment: (of) => worker().noteSegment({ ...of, done: 1 }),
  placeSegment: (of) => worker().placeSegment({ ...of, size: 1 }),
  failSegment: (of) => worker().failSegment({ ...of, failure: FAILURE }),
}

describe('a worker of segments', () => {
  test.each(Object.entries(acts))(
    'can do nothing by %s with a task that is not shared',
    async (_, act) => {
      const task = await videoTask(false)
      const before = await taskOf(task)
      expect([undefined, false]).toContain(await act({ task, segment: 0 }))
      expect(await taskOf(task)).toEqual(before)
    },
  )

  test.each(Object.entries(acts))(
    'can do nothing by %s with a segment that there is not',
    async (_, act) => {
      const task = await videoTask(true)
      const before = await taskOf(task)
      expect([undefined, false]).toContain(await act({ task, segment: 2 }))
      expect(await taskOf(task)).toEqual(before)
    },
  )

  test('neither joins nor gives up a task that is not shared', async () => {
    const task = await videoTask(false)
    const before = await taskOf(task)
    expect(await worker().beginJoin({ task, holder: randomUUID() })).toBeUndefined()
    await worker().giveUp({ task, failure: 'Mine.' })
    expect(await taskOf(task)).toEqual(before)
  })

  test('puts a segment under its own key', async () => {
    const task = await videoTask(true)
    const placed = await worker().placeSegment({ task, segment: 1, size: 1 })
    expect(new URL(placed!.url).pathname).toBe(`/files/segments/${task}/1.mp4`)
  })

  test('reads the files and the survey of its segment, and sees whether that was made', async () => {
    const task = await videoTask(true)
    const order = await worker().beginSegment({ task, segment: 1 })
    const paths = [order!.inputs.src, order!.inputs.ref, order!.survey, order!.made].map(
      (url) => new URL(String(url)).pathname,
    )
    expect(paths).toEqual(
      ['src-0', 'ref-0', 'survey-1', '1.mp4'].map((name) => `/files/segments/${task}/${name}`),
    )
    expect((await fetch(order!.made, { method: 'HEAD' })).status).toBe(404)
    expect((await fetch(order!.made)).status).toBe(403)
    expect(JSON.stringify(order)).not.toContain(fixture.account)
  })

  test('that does not hold the lease ends nothing', async () => {
    const task = await videoTask(true)
    const holder = randomUUID()
    expect(await worker().beginJoin({ task, holder })).toBeDefined()
    expect(await worker().beginJoin({ task, holder: randomUUID() })).toBe('held')
    const before = await taskOf(task)
    const outcome = { status: 'success', values: {}, seconds: 1 } as const
    expect(await worker().end({ task, holder: randomUUID(), outcome })).toBeUndefined()
    expect(
      await worker().placeResult({ task, holder: randomUUID(), extension: 'mp4', size: 1 }),
    ).toBeUndefined()
    await worker().release({ task, holder: randomUUID() })
    expect(await taskOf(task)).toEqual(before)
  })
})
