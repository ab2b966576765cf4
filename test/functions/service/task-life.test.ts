import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '../../../catalog/failure.ts'
import { Fault } from '../../../catalog/fault.ts'
import { featureNamed } from '../../../catalog/features.ts'
import { registerWebhook } from '../../../functions/service/accounts/register-webhook.ts'
import { type CreateTaskDeps, createTask } from '../../../functions/service/api/create-task.ts'
import { deleteTask } from '../../../functions/service/api/delete-task.ts'
import { readTask } from '../../../functions/service/api/read-task.ts'
import { endDeadTask } from '../../../functions/service/end-dead-task/end-dead-task.ts'
import { runTask } from '../../../functions/service/run-task/run-task.ts'
import { sweep } from '../../../functions/service/sweep/sweep.ts'
import type { Task } from '../../../functions/service/tasks/task.ts'
import { taskIdOf } from '../../../functions/service/tasks/task-id.ts'
import { DEADLINE_SECONDS } from '../../../functions/service/time-out-task.ts'
import { eventIdOf } from '../../../functions/service/webhooks/event-id.ts'
import { type ServiceBackend, startServiceBackend } from './service-backend.ts'

const feature = featureNamed('body-reshape')!
const BODY = { src_file_url: 'https://example.com/a.jpg', version: '1.0', features: { slim: 1 } }

let backend: ServiceBackend
beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())

/** One process that lives for some port calls: it dies before or after the call at which its lifetime ends. */
type Actor = {
  does: 'create' | 'run' | 'give-up' | 'ask-late' | 'sweep-late' | 'delete'
  picture: 'good' | 'bad'
  dies?: { at: number; when: 'before' | 'after' } | undefined
}

const actor = (does: Actor['does'][]): fc.Arbitrary<Actor> =>
  fc.record({
    does: fc.constantFrom(...does),
    picture: fc.constantFrom('good', 'good', 'bad'),
    dies: fc.option(
      fc.record({ at: fc.integer({ min: 1, max: 9 }), when: fc.constantFrom('before', 'after') }),
      { nil: undefined },
    ),
  })

class Died extends Error {}

/** The ports as one actor sees them: its calls happen in the scheduler's order, and it may die at one of them. */
const seenBy = <Deps extends object>(
  ports: Deps,
  { dies }: Actor,
  scheduler: fc.Scheduler,
): Deps => {
  let calls = 0
  const guard =
    (call: (...given: unknown[]) => unknown) =>
    async (...given: unknown[]) => {
      calls += 1
      const last = calls === dies?.at
      if (calls > (dies?.at ?? Number.POSITIVE_INFINITY)) throw new Died()
      await scheduler.schedule(Promise.resolve())
      if (last && dies?.when === 'before') throw new Died()
      const answer = await call(...given)
      if (last) throw new Died()
      return answer
    }
  const wrap = (port: object) =>
    Object.fromEntries(Object.entries(port).map(([name, call]) => [name, guard(call)]))
  return Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      typeof port === 'object' ? wrap(port) : port,
    ]),
  ) as Deps
}

const act = (
  who: Actor,
  account: string,
  taskId: string,
  scheduler: fc.Scheduler,
): Promise<unknown> => {
  const { deps } = backend
  const ports = seenBy(
    {
      tasks: deps.tasks,
      units: deps.units,
      webhooks: deps.webhooks,
      webhookQueue: deps.webhookQueue,
      taskQueue: deps.taskQueue,
      files: deps.files,
      slots: deps.slots,
      eraser: deps.eraser,
    },
    who,
    scheduler,
  )
  const all = { ...ports, now: deps.now }
  const late = { ...all, now: () => deps.now() + DEADLINE_SECONDS * 1000 }
  if (who.does === 'create') return create(account, all)
  if (who.does === 'give-up') return endDeadTask(JSON.stringify({ taskId }), all)
  if (who.does === 'sweep-late') return sweep(late)
  if (who.does === 'delete') return answered(deleteTask(account, { task_id: taskId }, all))
  if (who.does === 'ask-late') {
    const asked = { account, feature, stage: 'effect', taskId } as const
    return answered(readTask(asked, { ...late, signer: deps.signer }))
  }
  return runTask({ taskId }, AbortSignal.timeout(60_000), {
    ...all,
    isInstalled: deps.isInstalled,
    places: deps.places,
    fetch: async () => ({ status: 200, headers: {}, bytes: new Uint8Array([1]) }),
    perform: async () => {
      if (who.picture === 'bad') throw new Fault('unreadable', 'Cut off.')
      const output = { bytes: new Uint8Array([2]), contentType: 'image/png', extension: 'png' }
      return { results: {}, output }
    },
  })
}

/** A refusal is an answer like any other. */
const answered = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })

const create = (account: string, deps: CreateTaskDeps, idempotencyKey = 'life') =>
  createTask({ account, feature, stage: 'effect', body: BODY, idempotencyKey }, deps)

/** What of a task must never change once it is there; what it gave may be deleted but not become something else. */
type End = Pick<Task, 'status' | 'error' | 'errorMessage' | 'finishedAt' | 'units' | 'reservation'>

const endOf = ({ status, error, errorMessage, finishedAt, units, reservation }: Task): End => ({
  status,
  ...(error && { error }),
  ...(errorMessage && { errorMessage }),
  ...(finishedAt && { finishedAt }),
  units,
  ...(reservation && { reservation }),
})

/** Lets the actors do what they do, all at once, and gives every end of the task that any of them left behind. */
const play = async (
  actors: Actor[],
  account: string,
  taskId: string,
  scheduler: fc.Scheduler,
): Promise<End[]> => {
  const ends: End[] = []
  const acting = actors.map(async (who) => {
    await act(who, account, taskId, scheduler).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error
    })
    const task = await backend.deps.tasks.get(taskId)
    if (task && task.status !== 'running') ends.push(endOf(task))
  })
  await scheduler.waitFor(Promise.all(acting))
  return ends
}

const newAccount = async () => {
  const { account } = await backend.addAccount(3)
  const url = 'https://example.com/'
  const { endpoint } = await registerWebhook({ account, url }, backend.deps)
  backend.clear()
  return { account, endpointId: endpoint.id, taskId: taskIdOf(account, 'life') }
}

const expectAnnounced = async (account: string, taskId: string, endpointId: string) => {
  const key = { account, eventId: eventIdOf(taskId), endpointId }
  const delivery = await backend.deps.webhooks.delivery(key)
  expect(delivery).toMatchObject({ status: 'pending', attempt: 0 })
  const messages = backend.queued('webhooks').map(({ message }) => message)
  expect(messages).toContainEqual({ ...key, attempt: 0 })
}

const lives = (does: Actor['does'][]) => fc.array(actor(does), { minLength: 2, maxLength: 5 })

test('however often a task is delivered and wherever that dies: one end, one charge at most, told to all', async () => {
  const life = async (scheduler: fc.Scheduler, actors: Actor[]) => {
    const { account, endpointId, taskId } = await newAccount()
    await create(account, backend.deps)
    const ends = await play(actors, account, taskId, scheduler)
    // The queue delivers until a delivery goes well.
    ends.push(...(await play([{ does: 'run', picture: 'good' }], account, taskId, scheduler)))
    const [first] = ends
    for (const end of ends) expect(end).toEqual(first)
    const charged = ends.some(({ status }) => status === 'success') ? 1 : 0
    expect(await backend.deps.units.balance(account)).toEqual({
      available: 3 - charged,
      reserved: 0,
      spent: charged,
    })
    const { entries } = await backend.deps.units.history(account, 10)
    const charges = entries.filter(({ action }) => action === 'charge')
    expect(charges.map(({ target, units }) => [target, units])).toEqual(
      charged === 1 ? [[taskId, -1]] : [],
    )
    await expectAnnounced(account, taskId, endpointId)
  }
  const actors = lives([
    'run',
    'run',
    'run',
    'give-up',
    'create',
    'ask-late',
    'sweep-late',
    'delete',
    'delete',
  ])
  await fc.assert(fc.asyncProperty(fc.scheduler(), actors, life), { numRuns: 80 })
})

test('however many equal requests create a task and die of it: one task, and no units lost or taken twice', async () => {
  const life = async (scheduler: fc.Scheduler, actors: Actor[]) => {
    const { account, taskId } = await newAccount()
    await play(actors, account, taskId, scheduler)
    // The client asks until it is answered, and the queue delivers until a delivery goes well.
    await play([{ does: 'create', picture: 'good' }], account, taskId, scheduler)
    await play([{ does: 'run', picture: 'good' }], account, taskId, scheduler)
    // What the dead still hold is freed by a later request.
    backend.clock.now += 900_000
    await create(account, backend.deps, 'later')
    const charged = (await backend.deps.tasks.get(taskId))?.status === 'success' ? 1 : 0
    expect(await backend.deps.units.balance(account)).toEqual({
      available: 2 - charged,
      reserved: 1,
      spent: charged,
    })
  }
  const actors = lives(['create', 'create', 'create', 'run'])
  await fc.assert(fc.asyncProperty(fc.scheduler(), actors, life), { numRuns: 60 })
})
