import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '../../../catalog/failures/failure.ts'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { Feature } from '../../../catalog/features/feature.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { WAIT_SECONDS } from '../../../catalog/tasks/task-times.ts'
import { registerWebhook } from '../../../functions/service/core/accounts/register-webhook.ts'
import { eventIdOf } from '../../../functions/service/core/model/delivery.ts'
import { LEASE_MS, LeaseHeld } from '../../../functions/service/core/model/lease.ts'
import type { Task } from '../../../functions/service/core/model/task.ts'
import {
  type CreateTaskDeps,
  createTask,
} from '../../../functions/service/core/tasks/create-task.ts'
import { deleteTask } from '../../../functions/service/core/tasks/delete-task.ts'
import { parseTaskCreation } from '../../../functions/service/core/tasks/parse-task-creation.ts'
import { readTask } from '../../../functions/service/core/tasks/read-task.ts'
import { endDeadTask } from '../../../functions/service/end-dead-task/end-dead-task.ts'
import { runTask } from '../../../functions/service/run-task/run-task.ts'
import { sweep } from '../../../functions/service/sweep/sweep.ts'
import { fc } from '../../setup/random.ts'
import { fewOrAll } from '../../setup/sampled.ts'
import { asWorker } from './as-worker.ts'
import { type ServiceBackend, startServiceBackend } from './service-backend.ts'

/** A scenario: the request, the units of the account, what is reserved, and what a successful result costs. */
type Kind = {
  feature: Feature
  body: Record<string, unknown>
  units: number
  held: number
  cost: number
}

const picture: Kind = {
  feature: findFeature('body-reshape')!,
  body: { src_file_url: 'https://example.com/a.jpg', version: '1.0', features: { slim: 1 } },
  units: 3,
  held: 1,
  cost: 1,
}
/**
 * Priced by the second: 3.2 seconds of two units each. All units of the account are reserved, because the length of the
 * video is not known.
 */
const video: Kind = {
  feature: findFeature('bg-replace-vid')!,
  body: {
    src_file_url: 'https://example.com/a.mp4',
    ref_file_url: 'https://example.com/a.jpg',
  },
  units: 30,
  held: 30,
  cost: 8,
}
const SECONDS = { good: 3.2, long: 20, bad: undefined }

let backend: ServiceBackend
beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())

/** One process that lives for some port calls and crashes before or after the last of them. */
type Actor = {
  does: 'create' | 'run' | 'run-late' | 'give-up' | 'ask-late' | 'sweep-late' | 'delete'
  /** The engine's result: a success, a success that the units do not pay for, or a failure. */
  makes: keyof typeof SECONDS
  /** The reported length of the source, if any; deliveries of one task may contradict each other. */
  measures?: number | undefined
  dies?: { at: number; when: 'before' | 'after' } | undefined
}

function actor(does: Actor['does'][]): fc.Arbitrary<Actor> {
  return fc.record({
    does: fc.constantFrom(...does),
    makes: fc.constantFrom('good', 'good', 'long', 'bad'),
    measures: fc.constantFrom(undefined, undefined, 3.2, 3.2, 1, 1, 20),
    dies: fc.option(
      fc.record({ at: fc.integer({ min: 1, max: 9 }), when: fc.constantFrom('before', 'after') }),
      { nil: undefined },
    ),
  })
}

class Died extends Error {}

/** The ports as one actor sees them: its calls are ordered by the scheduler, and it may crash at one of them. */
function seenBy<Deps extends object>(ports: Deps, { dies }: Actor, scheduler: fc.Scheduler): Deps {
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

async function act(who: Actor, life: Life, scheduler: fc.Scheduler): Promise<unknown> {
  const { kind, account } = life
  const taskId = await life.taskId()
  const { deps } = backend
  const ports = seenBy(
    {
      tasks: deps.tasks,
      idempotency: deps.idempotency,
      units: deps.units,
      freeTasks: deps.freeTasks,
      webhooks: deps.webhooks,
      webhookQueue: deps.webhookQueue,
      taskQueue: deps.taskQueue,
      files: deps.files,
      slots: deps.slots,
      objectRemover: deps.objectRemover,
    },
    who,
    scheduler,
  )
  const all = { ...ports, now: deps.now }
  const late = { ...all, now: () => deps.now() + WAIT_SECONDS * 1000 }
  if (who.does === 'create') return answered(create(life, all))
  if (who.does === 'give-up') return endDeadTask(JSON.stringify({ taskId }), all)
  if (who.does === 'sweep-late') return sweep(late)
  if (who.does === 'delete') return answered(deleteTask(account, { task_id: taskId }, all))
  if (who.does === 'ask-late') {
    const asked = { account, feature: kind.feature, stage: 'effect', taskId } as const
    return answered(readTask(asked, { ...late, signer: deps.signer }))
  }
  // Its clock is beyond the lease of any other worker, dead or only slow, whose task it takes over.
  const now = who.does === 'run-late' ? () => deps.now() + LEASE_MS : deps.now
  const worker = asWorker({
    ...all,
    now,
    isInstalled: deps.isInstalled,
    semaphore: deps.semaphore,
    signer: deps.signer,
    signed: { put: async () => await all.files.put('results/x', new Uint8Array(2), PNG) },
    fetch: async () => ({ status: 200, headers: {}, bytes: new Uint8Array([1]) }),
    fetchStream: async () => ({
      status: 200,
      headers: {},
      body: Readable.from([new Uint8Array([1])]),
      discard: () => {},
    }),
    perform: async (_, { lengthKnown }) => {
      const seconds = SECONDS[who.makes]
      if (who.measures) await lengthKnown(who.measures)
      if (seconds === undefined) throw new Fault('unreadable', 'Cut off.')
      const output = { bytes: new Uint8Array([2]), contentType: 'image/png', extension: 'png' }
      return { results: {}, output, seconds }
    },
  })
  return runTask({ taskId }, AbortSignal.timeout(60_000), worker)
}

const PNG = { contentType: 'image/png' }

/** A refusal is an outcome like any other. */
function answered(asked: Promise<unknown>): Promise<unknown> {
  return asked.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })
}

function create({ kind, account }: Life, deps: CreateTaskDeps, idempotencyKey = 'life') {
  const { feature, body } = kind
  return createTask(
    parseTaskCreation({ account, feature, stage: 'effect', body, idempotencyKey }),
    deps,
  )
}

/** The fields of a task that must never change once they are set; results may be deleted but not replaced. */
type End = Pick<Task, 'status' | 'error' | 'errorMessage' | 'finishedAt' | 'units' | 'reservation'>

function endOf({ status, error, errorMessage, finishedAt, units, reservation }: Task): End {
  return {
    status,
    ...(error && { error }),
    ...(errorMessage && { errorMessage }),
    ...(finishedAt && { finishedAt }),
    units,
    ...(reservation && { reservation }),
  }
}

/**
 * Whether the worker hands its message back to the queue: it performed the task without saying how long the result is,
 * while another delivery lowered the units; or it is not given up, because another worker is at it. A later delivery
 * sees the lower hold and ends the task.
 */
function isRedelivered(error: unknown): boolean {
  if (error instanceof LeaseHeld) return true
  return error instanceof Error && error.message.startsWith('The task holds fewer units')
}

/** Runs the actors concurrently and returns every end of the task that any of them stored. */
async function play(actors: Actor[], life: Life, scheduler: fc.Scheduler): Promise<End[]> {
  const ends: End[] = []
  const acting = actors.map(async (who) => {
    await act(who, life, scheduler).catch((error: unknown) => {
      if (!(error instanceof Died) && !isRedelivered(error)) throw error
    })
    const task = await backend.deps.tasks.get(await life.taskId())
    if (task && task.status !== 'running') ends.push(endOf(task))
  })
  await scheduler.waitFor(Promise.all(acting))
  return ends
}

/** A new account, and the one task it may create. */
type Life = {
  kind: Kind
  account: string
  endpointId: string
  /** The task's id, or an unknown id while there is no task. */
  taskId(): Promise<string>
}

async function newLife(kind: Kind): Promise<Life> {
  const { account } = await backend.addAccount(kind.units)
  const url = 'https://example.com/'
  const { endpoint } = await registerWebhook({ account, url }, backend.deps)
  backend.clear()
  const taskId = async () => (await backend.deps.tasks.list(account, 1))[0]?.id ?? 'x'.repeat(64)
  return { kind, account, endpointId: endpoint.id, taskId }
}

async function expectAnnounced(account: string, taskId: string, endpointId: string) {
  const key = { account, eventId: eventIdOf(taskId), endpointId }
  const delivery = await backend.deps.webhooks.delivery(key)
  expect(delivery).toMatchObject({ status: 'pending', attempt: 0 })
  const messages = backend.queued('webhooks').map(({ message }) => message)
  expect(messages).toContainEqual({ ...key, attempt: 0 })
}

function lives(does: Actor['does'][]) {
  return fc.array(actor(does), { minLength: 2, maxLength: 5 })
}

async function stillRuns(taskId: string) {
  return (await backend.deps.tasks.get(taskId))?.status === 'running'
}

/** Thousands of database calls, on a machine that may be busy. */
const LONG = { timeout: 900_000 }

test.each([
  ['picture', picture],
  ['video', video],
])(
  'however often a task of a %s is delivered and wherever that dies: one end, one charge at most, told to all',
  LONG,
  async (_, kind) => {
    const live = async (scheduler: fc.Scheduler, actors: Actor[]) => {
      const life = await newLife(kind)
      const { account, endpointId } = life
      const { task_id: taskId } = await create(life, backend.deps)
      const { held, units, cost } = kind
      expect(await backend.deps.units.balance(account)).toMatchObject({ reserved: held })
      const ends = await play(actors, life, scheduler)
      // The queue delivers until a delivery succeeds.
      const last: Actor = { does: 'run', makes: 'good' }
      backend.clock.now += 3 * LEASE_MS
      for (let tries = 0; (await stillRuns(taskId)) && tries < 3; tries += 1) {
        ends.push(...(await play([last], life, scheduler)))
      }
      ends.push(...(await play([last], life, scheduler)))
      const [first] = ends
      for (const end of ends) expect(end).toEqual(first)
      const charged = first?.status === 'success' ? cost : 0
      expect(await backend.deps.units.balance(account)).toEqual({
        available: units - charged,
        reserved: 0,
        spent: charged,
      })
      const { entries } = await backend.deps.units.history(account, 10)
      const charges = entries.filter(({ action }) => action === 'charge')
      expect(charges.map(({ target, units: change }) => [target, change])).toEqual(
        charged > 0 ? [[taskId, -charged]] : [],
      )
      await expectAnnounced(account, taskId, endpointId)
    }
    const actors = lives([
      'run',
      'run',
      'run-late',
      'run-late',
      'give-up',
      'create',
      'ask-late',
      'sweep-late',
      'delete',
      'delete',
    ])
    await fc.assert(fc.asyncProperty(fc.scheduler(), actors, live), { numRuns: fewOrAll(3, 40) })
  },
)

test(
  'however many equal requests create a task and die of it: one task, and no units lost or taken twice',
  LONG,
  async () => {
    const live = async (scheduler: fc.Scheduler, actors: Actor[]) => {
      const life = await newLife(picture)
      const { account } = life
      await play(actors, life, scheduler)
      // The client retries until it gets a response, and the queue delivers until a delivery succeeds.
      backend.clock.now += 40_000
      await play([{ does: 'create', makes: 'good' }], life, scheduler)
      await play([{ does: 'run', makes: 'good' }], life, scheduler)
      expect(await backend.deps.tasks.list(account, 10)).toHaveLength(1)
      // A later request frees what crashed requests have reserved.
      backend.clock.now += 900_000
      const made = await backend.deps.tasks.get(await life.taskId())
      const charged = made?.status === 'success' ? 1 : 0
      await create(life, backend.deps, 'later')
      expect(await backend.deps.units.balance(account)).toEqual({
        available: 2 - charged,
        reserved: 1,
        spent: charged,
      })
    }
    const actors = lives(['create', 'create', 'create', 'run'])
    await fc.assert(fc.asyncProperty(fc.scheduler(), actors, live), { numRuns: fewOrAll(4, 60) })
  },
)
