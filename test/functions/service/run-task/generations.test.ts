import { describe, expect, test } from 'vitest'
import { chargeFromHeaders, chargeHeaders } from '../../../../catalog/costs/charge.ts'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { NotYet } from '../../../../catalog/failures/not-yet.ts'
import type { Generation } from '../../../../catalog/generator/generation.ts'
import { chargeOf, type Task } from '../../../../functions/service/core/model/task.ts'
import type { RunTaskDeps } from '../../../../functions/service/run-task/run-task.ts'
import { create, fixture, run, useTaskFixture } from './task-fixture.ts'

useTaskFixture()

const FILLED: Generation = { generator: 'own', operation: 'fill', model: 'm-1', dollars: 0.07 }
const LOST: Generation = { ...FILLED, model: 'unknown', lost: true }
const OUTPUT = { bytes: new Uint8Array([1]), contentType: 'image/png', extension: 'png' }

/** An engine that makes `calls` calls of a generator, and then `end`s. */
function generating(calls: number, end: () => void = () => {}, idempotent = false) {
  const perform: RunTaskDeps['perform'] = async (_, { paying }) => {
    for (let nth = 0; nth < calls; nth++) {
      await paying!.reserve({ nth, told: LOST, idempotent })
      await paying!.settle(nth, FILLED)
    }
    end()
    return { results: {}, output: OUTPUT }
  }
  return perform
}

const newTask = () => create({ src_file_url: `${fixture.origin}/a.jpg` })
const crash = () => {
  throw new Error('The worker died.')
}

describe('a task that a generator works on', () => {
  test('keeps what was generated, and its charge tells it', async () => {
    const task = await run(await newTask(), { perform: generating(2), dollarsPerTask: 0.5 })
    expect(task).toMatchObject({ status: 'success', generations: [FILLED, FILLED] })
    expect(chargeOf(task as Task)).toEqual({ units: 1, generations: [FILLED, FILLED] })
  })

  test('tells it as well when it ends in an error', async () => {
    const refuse = () => {
      throw new Fault('content', 'The filter refused the picture.')
    }
    const task = await run(await newTask(), { perform: generating(1, refuse), dollarsPerTask: 1 })
    expect(task).toMatchObject({ status: 'error', generations: [FILLED] })
    expect(chargeOf(task as Task)).toEqual({ units: 0, generations: [FILLED] })
  })

  test('ends when it would spend more than a task may', async () => {
    const task = await run(await newTask(), { perform: generating(3), dollarsPerTask: 0.15 })
    expect(task).toMatchObject({
      status: 'error',
      errorMessage: 'The task would spend more than 0.15 dollars on a generator.',
      generations: [FILLED, FILLED],
    })
  })

  test('may spend nothing where no generator is configured', async () => {
    expect(await run(await newTask(), { perform: generating(1) })).toMatchObject({
      status: 'error',
    })
  })

  test('is not paid for twice when its worker dies and another one takes it up', async () => {
    const id = await newTask()
    const deps = { dollarsPerTask: 1, perform: generating(1, crash) }
    await expect(run(id, deps)).rejects.toThrow('The worker died.')
    expect(await run(id, { ...deps, perform: generating(1) })).toMatchObject({
      status: 'error',
      errorMessage: 'A generator’s answer was lost, and asking again could pay twice.',
      generationsBegun: 1,
      generations: [FILLED],
    })
  })

  test('goes on in another worker where repeating the call pays nothing', async () => {
    const id = await newTask()
    const deps = { dollarsPerTask: 0.1, perform: generating(1, crash, true) }
    await expect(run(id, deps)).rejects.toThrow('The worker died.')
    expect(await run(id, { ...deps, perform: generating(1, undefined, true) })).toMatchObject({
      status: 'success',
      generations: [FILLED],
    })
  })
})

describe('a task whose generator answers later', () => {
  /** An engine whose generator answers the second time it is asked. */
  const waiting = () => {
    const asked: (string | undefined)[] = []
    const perform: RunTaskDeps['perform'] = async (_, { paying }) => {
      const ticket = await paying!.reserve({ nth: 0, told: LOST, idempotent: false })
      asked.push(ticket)
      if (ticket === undefined) {
        await paying!.keepTicket(0, 'call 7')
        throw new NotYet()
      }
      await paying!.settle(0, FILLED)
      return { results: {}, output: OUTPUT }
    }
    return { asked, perform }
  }

  test('is put off without a failed attempt, and asks for the answer it has paid for', async () => {
    const id = await newTask()
    const { asked, perform } = waiting()
    const deps = { dollarsPerTask: 0.1, perform }
    const first = await run(id, deps)
    expect(first).toMatchObject({ status: 'running', generations: [LOST] })
    expect(first).not.toHaveProperty('lease')
    const { delayed, message } = fixture.backend.queued('tasks').at(-1)!
    expect([message['taskId'], delayed]).toEqual([id, true])
    const ended = await run(id, deps)
    expect(ended).toMatchObject({ status: 'success', generations: [FILLED] })
    expect(asked).toEqual([undefined, 'call 7'])
    expect(JSON.stringify(chargeOf(ended as Task))).not.toContain('call 7')
  })

  test('asks for that answer again when its worker dies after it came', async () => {
    const id = await newTask()
    const { asked, perform } = waiting()
    const deps = { dollarsPerTask: 0.1, perform }
    await run(id, deps)
    const dying: RunTaskDeps['perform'] = async (...given) => {
      await perform(...given)
      throw new Error('The worker died.')
    }
    await expect(run(id, { ...deps, perform: dying })).rejects.toThrow('The worker died.')
    expect(await run(id, deps)).toMatchObject({ status: 'success', generations: [FILLED] })
    expect(asked).toEqual([undefined, 'call 7', 'call 7'])
  })
})

test('a task keeps the model files it was made with, and its charge tells them in headers', async () => {
  const models = [
    { file: 'drawn.tflite', sha256: 'a'.repeat(64), runtime: 'onnx' as const, licence: 'MIT' },
  ]
  const perform: RunTaskDeps['perform'] = async () => ({ results: {}, output: OUTPUT, models })
  const task = await run(await newTask(), { perform })
  const charge = chargeOf(task as Task)!
  expect(charge).toEqual({ units: 1, models })
  const headers = chargeHeaders(charge)
  expect(headers['darkroom-models']).toBe(JSON.stringify(models))
  expect(chargeFromHeaders((name) => headers[name])).toEqual(charge)
  const hostile = { ...headers, 'darkroom-models': '[{"file":"../x","sha256":"a"}]' }
  expect(chargeFromHeaders((name) => hostile[name as keyof typeof hostile])).toEqual({ units: 1 })
})
