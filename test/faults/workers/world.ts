import { findFeature } from '../../../catalog/features/features.ts'
import { remoteTaskBroker } from '../../../functions/service/core/adapters/remote-broker.ts'
import type { IdempotencyRecord } from '../../../functions/service/core/ports/idempotency-store.ts'
import {
  type CreateTaskDeps,
  createTask,
} from '../../../functions/service/core/tasks/create-task.ts'
import { parseTaskCreation } from '../../../functions/service/core/tasks/parse-task-creation.ts'
import { stopTask } from '../../../functions/service/core/tasks/stop-task.ts'
import { endDeadTask } from '../../../functions/service/end-dead-task/end-dead-task.ts'
import { runTask } from '../../../functions/service/run-task/run-task.ts'
import {
  type ServeWorkerDeps,
  serveWorker,
} from '../../../functions/service/serve-worker/serve-worker.ts'
import { sweep } from '../../../functions/service/sweep/sweep.ts'
import type { Dice } from '../dice.ts'
import { type Invocation, invoke } from '../invocation.ts'
import { memoryWebhooks } from '../ports/memory-webhooks.ts'
import { newQueue } from '../queue.ts'
import type { Timeline } from '../timeline.ts'
import { newGenerator } from './generator.ts'
import { type BrokenStore, memoryTasks } from './memory-tasks.ts'
import { memoryUnits } from './memory-units.ts'

/** A deliberately broken copy of a rule, to see whether the checks notice. */
export type WorkersVariant = {
  store?: BrokenStore
  /** The service ends a dead letter's task without a look at its lease. */
  deafToLeases?: true
  /** A worker that puts a task off leaves it to nobody. */
  forgetsPutOff?: true
}

export type WorkersOptions = {
  timeline: Timeline
  dice: Dice
  variant?: WorkersVariant | undefined
}

/** One worker at one delivery, from the beginning of its work to its end or death. */
export type Shift = {
  task: string
  worker: string
  holder: string
  /** Until when its lease was taken or renewed last. */
  until: number
  alive: boolean
  /** Others that were at the task by a valid lease when this one began. */
  overlaps: string[]
}

/** As deployed, milliseconds. */
const LIMIT_MS = { api: 29_000, small: 30_000 }
/** Of both queues, with the most deliveries of a message, and the time that a generator may take. */
const QUEUES = [
  { limitMs: 120_000, visibilityMs: 150_000, attempts: 4, longestMs: 25_000 },
  { limitMs: 900_000, visibilityMs: 930_000, attempts: 2, longestMs: 300_000 },
] as const
/** Every half hour for longer than a task may wait and be worked on. */
const SWEEPS = 56
const HALF_HOUR = 1_800_000

/** The task service with as many workers as there are messages, on virtual time. */
export function newWorkersWorld({ timeline, dice, variant = {} }: WorkersOptions) {
  const around = { timeline, dice }
  const tasks = memoryTasks(variant.store)
  const units = memoryUnits()
  const { limitMs, visibilityMs, attempts, longestMs } =
    QUEUES[dice.between('queue', 0, 1)] ?? QUEUES[0]
  const generator = newGenerator(around, longestMs)
  const shifts: Shift[] = []
  /** Tasks that the service gave up while a worker was at them under its lease. */
  const takenAway: string[] = []
  /** Tasks that were ended for a lost answer while a worker was at them under its lease. */
  const saidLost: string[] = []
  const abandoned: string[] = []
  const records = new Map<string, IdempotencyRecord>()
  const idempotency: CreateTaskDeps['idempotency'] = {
    claim: async (record) => {
      const seen = records.get(record.id)
      if (!seen) records.set(record.id, record)
      return seen
    },
    extend: async (seen, until) => {
      if (records.get(seen.id)?.heldUntil !== seen.heldUntil) return false
      records.set(seen.id, { ...seen, heldUntil: until })
      return true
    },
    remove: async (seen) => void records.delete(seen.id),
  }
  const webhooks = memoryWebhooks({
    id: 'endpoint',
    account: 'a',
    url: 'https://example.com',
    secrets: [],
    active: true,
    createdAt: 0,
  })
  let workers = 0

  const depsOf = ({ call }: Invocation) => {
    const through = <P extends object>(name: string, port: P): P =>
      Object.fromEntries(
        Object.entries(port).map(([verb, act]) => [
          verb,
          typeof act === 'function'
            ? (...args: unknown[]) => call(`${name}.${verb}`, () => act(...args))
            : act,
        ]),
      ) as P
    return {
      tasks: through('tasks', tasks),
      units: through('units', units),
      freeTasks: {} as never,
      idempotency: through('idempotency', idempotency),
      webhooks: through('webhooks', webhooks),
      webhookQueue: { send: async () => {} },
      taskQueue: {
        send: ({ id }: { id: string }, seconds?: number) =>
          call('queue', () => queue.send(JSON.stringify({ taskId: id }), seconds)),
      },
      now: timeline.now,
    }
  }

  const work = async (body: string): Promise<boolean> => {
    const name = `worker-${workers++}`
    const life = { over: false }
    let shift: Shift | undefined
    const answer = await invoke(name, limitMs, (it) => runOne(body, it), around)
    life.over = true
    if (shift) (shift as Shift).alive = false
    return 'payload' in answer

    async function runOne(message: string, it: Invocation): Promise<void> {
      const { taskId } = JSON.parse(message)
      const noteLease = (holder: string, until: number): void => {
        shift ??= { task: taskId, worker: name, holder, until, alive: true, overlaps: [] }
        shift.until = until
      }
      const broker = remoteTaskBroker((request) => {
        // A worker that gives its task back has stopped; it only waits to be told that it was taken.
        if (shift && ['release', 'giveWay', 'putOff'].includes(request.verb)) shift.alive = false
        return it.call('broker', async () => {
          const serving = (one: Invocation) =>
            serveWorker(request, brokerOf(one, request, noteLease))
          const answered = await invoke('broker', LIMIT_MS.small, serving, around)
          if ('payload' in answered) return answered.payload
          throw new Error(answered.error.errorMessage)
        })
      })
      await runTask({ taskId }, new AbortController().signal, {
        broker,
        files: { put: async () => {} } as never,
        now: timeline.now,
        fetch: async () => ({ status: 200, headers: {}, bytes: new Uint8Array([1]) }),
        fetchStream: () => Promise.reject(new Error('no video')),
        isInstalled: () => true,
        dollarsPerTask: 1,
        withFolder: (act) => act(''),
        every: (ms, act) => beat(ms, act, life),
        perform: async (_, { paying, signal }) => {
          if (shift) {
            shift.overlaps = atWork(taskId).map(({ worker }) => worker)
            shifts.push(shift)
          }
          for (let nth = 0; nth < calls; nth++) {
            await timeline.pause(dice.between('engine', 100, 15_000))
            if (signal.aborted) throw new Error('The worker was told to stop.')
            if (paying) await generator.ask(nth, paying, it)
          }
          const output = { bytes: new Uint8Array([1]), contentType: 'image/png', extension: 'png' }
          return { results: {}, output }
        },
      })
    }

    function brokerOf(
      one: Invocation,
      request: unknown,
      noteLease: (holder: string, until: number) => void,
    ): ServeWorkerDeps {
      const deps = depsOf(one)
      const { verb } = request as { verb: string }
      const forgets = variant.forgetsPutOff && verb === 'putOff'
      return {
        ...deps,
        ...(forgets && { taskQueue: { send: async () => {} } }),
        tasks: {
          ...deps.tasks,
          takeLease: async (id, lease, now) => {
            const taken = await deps.tasks.takeLease(id, lease, now)
            if (taken) noteLease(lease.holder, lease.until)
            return taken
          },
          finish: async (id, outcome, ...rest) => {
            const saysLost = 'errorMessage' in outcome && outcome.errorMessage.includes('was lost')
            const others = atWork(id, shift)
            const ended = await deps.tasks.finish(id, outcome, ...rest)
            if (ended && saysLost && others.length > 0) saidLost.push(id)
            return ended
          },
          renewLease: async (id, lease) => {
            const renewed = await deps.tasks.renewLease(id, lease)
            if (renewed) noteLease(lease.holder, lease.until)
            return renewed
          },
        },
        objectRemover: { remove: async () => {} },
        semaphore: { acquire: async () => true, release: async () => {} },
        signer: {
          download: async (key) => `https://files.example/${key}`,
          upload: async (key) => `https://files.example/${key}`,
        },
        dollarsPerTask: 1,
      }
    }
  }
  const beat = (ms: number, act: () => void, life: { over: boolean }): (() => void) => {
    let over = false
    const again = (): void => {
      if (over || life.over) return
      act()
      timeline.setTimeout(again, ms)
    }
    timeline.setTimeout(again, ms)
    return () => {
      over = true
    }
  }
  const calls = dice.between('generator calls', 0, 2)

  /** The workers that live and are at a task under a lease that has not expired. */
  const atWork = (task: string, but?: Shift): Shift[] =>
    shifts.filter(
      (one) => one !== but && one.task === task && one.alive && one.until > timeline.now(),
    )
  const bury = async (body: string): Promise<void> => {
    const { taskId } = JSON.parse(body)
    for (let tries = 0; tries < 40; tries++) {
      const answer = await invoke(
        'end-dead-task',
        LIMIT_MS.small,
        async (it) => {
          const deps = depsOf(it)
          const finish: typeof tasks.finish = (id, ...rest) =>
            it.call('tasks.finish', async () => {
              const busy = atWork(id).length > 0
              const ended = await tasks.finish(id, ...rest)
              if (ended && busy) takenAway.push(id)
              return ended
            })
          const get = async (id: string) => {
            const task = await deps.tasks.get(id)
            if (task && variant.deafToLeases) delete task.lease
            return task
          }
          await endDeadTask(body, { ...deps, tasks: { ...deps.tasks, finish, get } })
        },
        around,
      )
      if ('payload' in answer) return
      await timeline.pause(30_000)
    }
    abandoned.push(taskId)
  }
  const queue = newQueue(
    {
      visibilityMs,
      attempts: dice.between('attempts', 1, attempts),
      name: 'tasks',
      work,
      bury: (body) => void bury(body),
    },
    around,
  )

  const create = (key: string) =>
    invoke(
      'api',
      LIMIT_MS.api,
      (it) =>
        createTask(
          parseTaskCreation({
            account: 'a',
            feature: findFeature('body-reshape')!,
            stage: 'effect',
            body: {
              src_file_url: 'https://example.com/a.jpg',
              version: '1.0',
              features: { slim: 1 },
            },
            idempotencyKey: key,
          }),
          { ...depsOf(it), slots: {} as never },
        ),
      around,
    )
  /** A client that asks until it is answered, and then again: its own answer may have been lost on the way. */
  const client = async (key: string): Promise<void> => {
    for (let tries = 0; tries < 6; tries++) {
      if ('payload' in (await create(key))) break
      await timeline.pause(dice.between('asks again', 1_000, 30_000))
    }
    while (dice.strikes('repeat', key)) {
      await timeline.pause(dice.between('repeats', 100, 400_000))
      await create(key)
    }
    if (dice.strikes('abort', key)) {
      await timeline.pause(dice.between('stops', 1_000, 200_000))
      const task = tasks.all()[0]
      if (task) await invoke('stop', LIMIT_MS.small, (it) => stopTask(task, depsOf(it)), around)
    }
  }
  void client('one')
  const sweepOften = async (): Promise<void> => {
    for (let n = 0; n < SWEEPS; n++) {
      await timeline.pause(HALF_HOUR)
      await invoke(
        'sweep',
        LIMIT_MS.small,
        (it) => sweep({ ...depsOf(it), webhooks: { ...webhooks, dueBefore: async () => [] } }),
        around,
      )
    }
  }
  void sweepOften()
  return { tasks, units, generator, shifts, takenAway, saidLost, abandoned }
}

export type WorkersWorld = ReturnType<typeof newWorkersWorld>
