import { describe, expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import { LEASE_MS } from '../../../../functions/service/core/model/lease.ts'
import { createTask } from '../../../../functions/service/core/tasks/create-task.ts'
import { parseTaskCreation } from '../../../../functions/service/core/tasks/parse-task-creation.ts'
import type { RunTaskDeps } from '../../../../functions/service/run-task/run-task.ts'
import { balance, fixture, run, type TestedDeps, useTaskFixture } from './task-fixture.ts'

useTaskFixture()

describe('a task that is priced by the second', () => {
  const video = findFeature('bg-replace-vid')!

  const createVideo = async () => {
    const body = {
      src_file_url: `${fixture.origin}/a.mp4`,
      ref_file_url: `${fixture.origin}/a.jpg`,
    }
    const input = { account: fixture.account, feature: video, stage: 'effect' as const, body }
    return (await createTask(parseTaskCreation(input), fixture.backend.deps)).task_id
  }

  const runVideo = async (seconds: number | undefined, seen?: (most?: number) => void) => {
    const output = { bytes: new Uint8Array([1]), contentType: 'video/mp4', extension: 'mp4' }
    const making: RunTaskDeps['perform'] = async ({ mostSeconds }) => {
      seen?.(mostSeconds)
      return { results: {}, output, ...(seconds !== undefined && { seconds }) }
    }
    return run(await createVideo(), { perform: making })
  }

  test.each([
    [0.2, 2],
    [3, 6],
    [3.01, 8],
    [4.999, 10],
  ])('and has %s seconds costs %s units, and the rest is returned', async (seconds, cost) => {
    const seen: unknown[] = []
    expect(await runVideo(seconds, (most) => seen.push(most))).toMatchObject({
      status: 'success',
      units: cost,
    })
    expect(seen).toEqual([5])
    expect(await balance()).toEqual({ available: 10 - cost, reserved: 0, spent: cost })
  })

  test('never costs more than the longest result of the feature', async () => {
    fixture.account = (await fixture.backend.addAccount(5000)).account
    expect(await runVideo(600.04)).toMatchObject({ status: 'success', units: 1200 })
    expect(await balance()).toEqual({ available: 3800, reserved: 0, spent: 1200 })
  })

  test('and is longer than the account can pay for ends in error, stores no file and costs nothing', async () => {
    const task = await runVideo(5.1)
    expect(task).toMatchObject({
      status: 'error',
      error: 'error_unexpected_video_duration',
      errorMessage: 'The result has 6 seconds, and there were units for 5.',
    })
    const key = `results/${task?.id}/result.mp4`
    expect(await fixture.backend.deps.files.get(key, 10)).toBe('absent')
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('returns the units it cannot cost as soon as its length is known', async () => {
    const seen: unknown[] = []
    const measuring: RunTaskDeps['perform'] = async ({ mostSeconds }, { lengthKnown }) => {
      seen.push(mostSeconds)
      await lengthKnown(2.5)
      seen.push(await balance())
      return { results: {}, seconds: 2.4 }
    }
    const id = await createVideo()
    expect(await balance()).toEqual({ available: 0, reserved: 10, spent: 0 })
    expect(await run(id, { perform: measuring })).toMatchObject({ status: 'success', units: 6 })
    expect(seen).toEqual([5, { available: 4, reserved: 6, spent: 0 }])
    expect(await balance()).toEqual({ available: 4, reserved: 0, spent: 6 })
    const { entries } = await fixture.backend.deps.units.history(fixture.account, 10)
    const [charge] = entries.filter(({ action }) => action === 'charge')
    expect(charge).toMatchObject({ units: -6, lots: [{ units: -6 }] })
  })

  test('and is longer than the units pay for ends before anything is made', async () => {
    let made = false
    const measuring: RunTaskDeps['perform'] = async (_, { lengthKnown }) => {
      await lengthKnown(5.1)
      made = true
      return { results: {}, seconds: 5.1 }
    }
    expect(await run(await createVideo(), { perform: measuring })).toMatchObject({
      error: 'error_unexpected_video_duration',
    })
    expect(made).toBe(false)
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('never costs more than a worker left reserved that took it over, and is delivered again', async () => {
    const id = await createVideo()
    const contradicting: RunTaskDeps['perform'] = async () => {
      const shorter: RunTaskDeps['perform'] = async (_, { lengthKnown }) => {
        await lengthKnown(1)
        throw new Error('It died here.')
      }
      fixture.backend.clock.now += LEASE_MS
      await expect(run(id, { perform: shorter })).rejects.toThrow('died')
      return { results: {}, seconds: 4 }
    }
    fixture.backend.clear()
    expect(await run(id, { perform: contradicting })).toMatchObject({ status: 'running' })
    expect(fixture.backend.queued('video-tasks')).toHaveLength(1)
    expect(await balance()).toEqual({ available: 8, reserved: 2, spent: 0 })
    const agreeing: RunTaskDeps['perform'] = async (_, { lengthKnown }) => {
      await lengthKnown(1)
      return { results: {}, seconds: 1 }
    }
    expect(await run(id, { perform: agreeing })).toMatchObject({ status: 'success', units: 2 })
    expect(await balance()).toEqual({ available: 8, reserved: 0, spent: 2 })
  })

  test('keeps its units reserved when the database fails to lower them', async () => {
    const tasks: TestedDeps['tasks'] = {
      ...fixture.backend.deps.tasks,
      lowerUnits: () => Promise.reject(new Error('Throttled.')),
    }
    const perform: RunTaskDeps['perform'] = async (_, { lengthKnown }) => {
      await lengthKnown(1)
      return { results: {}, seconds: 1 }
    }
    const id = await createVideo()
    expect(await run(id, { perform, tasks })).toMatchObject({ status: 'success', units: 2 })
    expect(await balance()).toEqual({ available: 8, reserved: 0, spent: 2 })
  })

  test('and does not report its length is a defect', async () => {
    await expect(runVideo(undefined)).rejects.toThrow('bg-replace-vid')
    expect(await balance()).toEqual({ available: 0, reserved: 10, spent: 0 })
  })

  test('reserves the requested length where the client gives one', async () => {
    const body = { src_file_url: `${fixture.origin}/a.mp4`, template_id: 'comic', dst_duration: 2 }
    const feature = findFeature('video-trans')!
    const template_id = feature.templates![0]!.id
    const input = {
      account: fixture.account,
      feature,
      stage: 'effect' as const,
      body: { ...body, template_id },
    }
    const { task_id } = await createTask(parseTaskCreation(input), fixture.backend.deps)
    expect(await balance()).toEqual({ available: 2, reserved: 8, spent: 0 })
    const making = async () => ({ results: {}, seconds: 1 })
    expect(await run(task_id, { perform: making })).toMatchObject({ units: 4 })
    expect(await balance()).toEqual({ available: 6, reserved: 0, spent: 4 })
  })
})
