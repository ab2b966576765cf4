import { expect, test } from 'vitest'
import { askCharges } from '../../../../../functions/pipeline/core/jobs/ask-charges.ts'
import {
  type Provider,
  ServiceFailure,
  type TaskStatus,
} from '../../../../../functions/pipeline/core/ports/provider.ts'
import type { TrailStep, TrailTask } from '../../../../../functions/pipeline/core/ports/trail.ts'

const PATIENT = { limitMs: 60_000, throwErrors: true }

function step(...tasks: Partial<TrailTask>[]): TrailStep {
  return {
    feature: 'body-reshape',
    detection: 'd',
    tasks: tasks.map((task, index) => ({ index, status: 'success', charge: null, ...task })),
  }
}

/** What is known of the tasks afterwards, and which ones the service was asked for. */
async function ask(
  steps: TrailStep[],
  statusOf: (taskId: string) => Partial<TaskStatus>,
  options = PATIENT,
) {
  const asked: string[] = []
  let now = 0
  const provider = {
    status: async (_: unknown, __: unknown, taskId: string) => {
      asked.push(taskId)
      now += 5_000
      return { task_status: 'success', ...statusOf(taskId) }
    },
  } as unknown as Provider
  const told = await askCharges('job', steps, { provider, now: () => now }, options)
  return { asked, charges: told.flatMap(({ tasks }) => tasks.map(({ charge }) => charge?.units)) }
}

function away(): never {
  throw new ServiceFailure('ServiceUnreachable')
}

test('each task whose charge is not known is asked for, those that failed among them', async () => {
  const steps = [
    step({ taskId: 'a' }, { taskId: 'b', charge: { units: 7 } }),
    step({ taskId: 'c', status: 'error' }, { failure: { Error: 'TaskRefused' } }),
  ]
  const told = await ask(steps, (id) =>
    id === 'c' ? { task_status: 'error', charge: { units: 0 } } : { charge: { units: 3 } },
  )
  expect(told).toEqual({ asked: ['a', 'c'], charges: [3, 7, 0, undefined] })
})

test('a service that does not say what it charges is asked no further', async () => {
  const steps = [step({ taskId: 'a' }), step({ taskId: 'b' })]
  const told = await ask(steps, () => ({}))
  expect(told).toEqual({ asked: ['a'], charges: [undefined, undefined] })
})

test('a task that the service no longer knows keeps the others from nothing', async () => {
  const steps = [step({ taskId: 'a' }, { taskId: 'b' })]
  const told = await ask(steps, (id) => {
    if (id === 'a') throw new ServiceFailure('TaskRefused', '400 InvalidTaskId')
    return { charge: { units: 3 } }
  })
  expect(told.charges).toEqual([undefined, 3])
})

test('a service that cannot answer now is a failure only where a retry may follow', async () => {
  const steps = [step({ taskId: 'a' }, { taskId: 'b' })]
  await expect(ask(steps, away)).rejects.toMatchObject({ code: 'ServiceUnreachable' })
  const running = () => ({ task_status: 'running' as const })
  await expect(ask(steps, running)).rejects.toMatchObject({ code: 'ServiceBusy' })
  const told = await ask(steps, away, { ...PATIENT, throwErrors: false })
  expect(told).toEqual({ asked: ['a'], charges: [undefined, undefined] })
})

test('nothing is asked beyond the limit of time', async () => {
  const steps = [step({ taskId: 'a' }, { taskId: 'b' }, { taskId: 'c' })]
  const told = await ask(steps, () => ({ charge: { units: 1 } }), { ...PATIENT, limitMs: 10_000 })
  expect(told).toEqual({ asked: ['a', 'b'], charges: [1, 1, undefined] })
})

test('a defect is no answer of the service', async () => {
  const defect = new TypeError('a defect')
  const broken = () => {
    throw defect
  }
  const asked = ask([step({ taskId: 'a' })], broken, { ...PATIENT, throwErrors: false })
  await expect(asked).rejects.toBe(defect)
})
