import { describe, expect, test } from 'vitest'
import type { Generation } from '../../../../catalog/generator/generation.ts'
import { LEASE_MS, LeaseHeld } from '../../../../functions/service/core/model/lease.ts'
import { chargeOf, type Task } from '../../../../functions/service/core/model/task.ts'
import { stopTask } from '../../../../functions/service/core/tasks/stop-task.ts'
import { endDeadTask } from '../../../../functions/service/end-dead-task/end-dead-task.ts'
import type { RunTaskDeps } from '../../../../functions/service/run-task/run-task.ts'
import { balance, create, fixture, run, useTaskFixture } from './task-fixture.ts'

useTaskFixture()

const LOST: Generation = {
  generator: 'own',
  operation: 'fill',
  model: 'unknown',
  dollars: 0.07,
  lost: true,
}
const FILLED: Generation = { generator: 'own', operation: 'fill', model: 'm-1', dollars: 0.07 }
const OUTPUT = { bytes: new Uint8Array([1]), contentType: 'image/png', extension: 'png' }
const newTask = () => create({ src_file_url: `${fixture.origin}/a.jpg` })
const deps = () => fixture.backend.deps

/** An engine that stays at its work until it is told to go on. */
function slowEngine(work: RunTaskDeps['perform'] = async () => ({ results: {}, output: OUTPUT })) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let calls = 0
  const perform: RunTaskDeps['perform'] = async (request, options) => {
    calls += 1
    begin()
    await gate
    return await work(request, options)
  }
  return { perform, begun, open, calls: () => calls }
}

/** A heart that beats when the test says so. */
function heart() {
  const beats: (() => void)[] = []
  const every = (_: number, act: () => void) => {
    beats.push(act)
    return () => void beats.splice(beats.indexOf(act), 1)
  }
  const beat = () => {
    for (const act of beats) act()
  }
  return { every, beat }
}

const paysOnce: RunTaskDeps['perform'] = async (_, { paying }) => {
  await paying!.reserve({ nth: 0, told: LOST, idempotent: false })
  await paying!.settle(0, FILLED)
  return { results: {}, output: OUTPUT }
}

describe('a task that a worker is at', () => {
  test('is worked on by no other one, whose message comes back after the lease', async () => {
    const id = await newTask()
    fixture.backend.clear()
    const engine = slowEngine()
    const first = run(id, { perform: engine.perform })
    await engine.begun
    const others = Array.from({ length: 9 }, () =>
      run(id, { perform: () => expect.unreachable('ten workers are at one task') }),
    )
    await Promise.all(others)
    expect(fixture.backend.queued('tasks')).toEqual(
      Array.from({ length: 9 }, () => ({
        message: expect.objectContaining({ taskId: id }),
        delayed: true,
      })),
    )
    engine.open()
    expect(await first).toMatchObject({ status: 'success' })
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('is not given up while the worker lives, and its generator is not said to be lost', async () => {
    const id = await newTask()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const first = run(id, {
      dollarsPerTask: 1,
      perform: async (_, { paying }) => {
        await paying!.reserve({ nth: 0, told: LOST, idempotent: false })
        ask()
        await answered
        await paying!.settle(0, FILLED)
        return { results: {}, output: OUTPUT }
      },
    })
    await asked
    await run(id, { dollarsPerTask: 1, perform: paysOnce })
    await expect(endDeadTask(JSON.stringify({ taskId: id }), deps())).rejects.toThrow(LeaseHeld)
    expect(await deps().tasks.get(id)).toMatchObject({ status: 'running', generations: [LOST] })
    answer()
    expect(await first).toMatchObject({ status: 'success', generations: [FILLED] })
  })

  test('keeps its lease by its heartbeat, beyond the time for which it was taken', async () => {
    const id = await newTask()
    const { every, beat } = heart()
    const engine = slowEngine()
    const first = run(id, { perform: engine.perform, every })
    await engine.begun
    fixture.backend.clock.now += LEASE_MS - 1
    beat()
    await expect
      .poll(async () => (await deps().tasks.get(id))?.lease?.until)
      .toBe(fixture.backend.clock.now + LEASE_MS)
    fixture.backend.clock.now += 1
    await run(id, { perform: () => expect.unreachable('the lease was renewed') })
    engine.open()
    expect(await first).toMatchObject({ status: 'success' })
  })

  test('tells what a generator was asked for when it is stopped meanwhile', async () => {
    const id = await newTask()
    const engine = slowEngine()
    const first = run(id, {
      dollarsPerTask: 1,
      perform: async (request, options) => {
        await options.paying!.reserve({ nth: 0, told: LOST, idempotent: false })
        await engine.perform(request, options)
        await options.paying!.settle(0, FILLED)
        return { results: {}, output: OUTPUT }
      },
    })
    await engine.begun
    const stopped = await stopTask((await deps().tasks.get(id)) as Task, deps())
    expect(chargeOf(stopped)).toEqual({ units: 0, generations: [LOST] })
    engine.open()
    expect(await first).toEqual(stopped)
  })
})

describe('a worker whose lease expired', () => {
  test('writes nothing once another one has taken over: no end, no charge, no generation', async () => {
    const id = await newTask()
    const stale = slowEngine(paysOnce)
    const first = run(id, { perform: stale.perform, dollarsPerTask: 1 })
    await stale.begun
    fixture.backend.clock.now += LEASE_MS
    const newer = slowEngine(paysOnce)
    const second = run(id, { perform: newer.perform, dollarsPerTask: 1 })
    await newer.begun
    const before = await deps().tasks.get(id)
    stale.open()
    expect(await first).toEqual(before)
    newer.open()
    expect(await second).toMatchObject({ status: 'success', generations: [FILLED] })
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('ends the task all the same where nobody has taken over', async () => {
    const id = await newTask()
    const engine = slowEngine()
    const first = run(id, { perform: engine.perform })
    await engine.begun
    fixture.backend.clock.now += 2 * LEASE_MS
    engine.open()
    expect(await first).toMatchObject({ status: 'success' })
  })

  test('lets the next one say that its generator’s answer was lost, and that one lists the call', async () => {
    const id = await newTask()
    const stale = slowEngine()
    const asking: RunTaskDeps['perform'] = async (request, options) => {
      await options.paying!.reserve({ nth: 0, told: LOST, idempotent: false })
      return await stale.perform(request, options)
    }
    const first = run(id, { perform: asking, dollarsPerTask: 1 })
    await stale.begun
    fixture.backend.clock.now += LEASE_MS
    const ended = await run(id, { perform: paysOnce, dollarsPerTask: 1 })
    expect(ended).toMatchObject({
      status: 'error',
      generations: [LOST],
      errorMessage: 'A generator’s answer was lost, and asking again could pay twice.',
    })
    stale.open()
    expect(await first).toEqual(ended)
  })

  test('is stopped by its heartbeat', async () => {
    const id = await newTask()
    const { every, beat } = heart()
    let aborted: AbortSignal | undefined
    const engine = slowEngine()
    const first = run(id, {
      every,
      perform: (request, options) => {
        aborted = options.signal
        return engine.perform(request, options)
      },
    })
    await engine.begun
    fixture.backend.clock.now += LEASE_MS
    await run(id)
    beat()
    await expect.poll(() => aborted?.aborted).toBe(true)
    engine.open()
    await first
  })
})

test('a task of the earlier form, without a lease, is carried out', async () => {
  const id = await newTask()
  expect(await deps().tasks.get(id)).not.toHaveProperty('lease')
  const task = await run(id)
  expect(task).toMatchObject({ status: 'success', startedAt: expect.any(Number) })
  expect(task).not.toHaveProperty('lease')
})
