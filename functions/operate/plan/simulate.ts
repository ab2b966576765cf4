import { BUSY_SECONDS, WAIT_SECONDS } from '../../../catalog/tasks/task-times.ts'
import { type Counted, mustCount, partOf } from '../../pipeline/core/adapters/aws-turns.ts'
import { nextPause } from '../../pipeline/core/adapters/sqs-watch.ts'
import { holdSeconds } from '../../pipeline/core/waiting/hold-back.ts'
import { fullUntil, holdsTurn } from '../../pipeline/core/waiting/hold-turns.ts'
import { turnSeconds } from '../../pipeline/core/waiting/wait-for-turn.ts'
import { type Agenda, newAgenda } from './agenda.ts'
import { type Fifo, newFifo } from './fifo.ts'
import type { Quotas } from './quotas.ts'
import { type QuotaUse, tokenBucket } from './token-bucket.ts'

/** One task that a file needs, in their order. Seconds of a worker; each file takes the next of them. */
export type PlannedTask = { free: boolean; seconds: readonly number[] }

/** What is to be worked, by what. Times are in seconds. */
export type Plan = {
  files: number
  /** Dropped evenly over so many seconds, or as a batch of so many files at once. */
  arrival: { overSeconds: number } | { atOnce: number }
  tasks: readonly PlannedTask[]
  /** How many tasks are worked on at once, by the time. */
  workers: (now: number) => number
  /** Tasks of another account that wait in the same queue from the beginning; queues are fair between accounts. */
  others?: { tasks: number; seconds: number } | undefined
  /** From then on each worker's next task takes so much longer: a deployment. */
  coldAt?: { at: number; seconds: number } | undefined
  /** How many files of the pipeline are under way at once, and begun at once. */
  openFiles: number
  drops: number
  /** Tasks under way of one account that cost no units. */
  freeTasks: number
  /** Time of the pipeline's own functions: for a drop to be taken in, and for a step. */
  own: { start: number; step: number }
  /** The processor that own functions share, as on one machine; absent on AWS, where each has its own. */
  processors?: number | undefined
  quotas: Quotas
  random: () => number
}

/** What a plan came to. */
export type Simulated = {
  ended: number
  /** Files that failed because they waited too long. */
  failedForWaiting: number
  /** Until the last file. */
  seconds: number
  /** Until the last task of another account. */
  othersSeconds: number
  /** State transitions, seconds of workers, and messages that were sent anew. */
  transitions: number
  workerSeconds: number
  resent: number
  /** The most files that were under way at once, and whose detection had ended and whose effect no worker had begun. */
  mostOpen: number
  mostAhead: number
  /** The part of each quota, and of the workers, that was used. */
  use: { name: string; share: number; refused: number }[]
}

/** A month: a batch runs no longer. */
const LONGEST = 30 * 86_400
/** Transitions of a file but those of its tasks, and those of a task. */
const FILE_TRANSITIONS = 4
const TASK_TRANSITIONS = 1
/** From the end of a task to the webhook that tells of it. */
const WEBHOOK_SECONDS = 0.2
/** The first look at a task that is announced. */
const FIRST_LOOK_SECONDS = 60
/** Messages of a batch that one function takes. */
const IN_BATCH = 10

type File = { at: number; next: number; nth: number }
type Waiting = { since: number; seconds: number; begin?: () => void; end: () => void; own: boolean }

/**
 * A discrete-event simulation of files on their way through the pipeline and the service, on virtual time: queue, line,
 * executions, tasks, workers and quotas. What is held back, for how long, and how much is begun at once is decided by
 * the functions that are deployed.
 */
export function simulate(plan: Plan): Simulated {
  const agenda = newAgenda()
  const { now } = agenda
  const { quotas, tasks } = plan
  const buckets = {
    starts: tokenBucket('StartExecution', quotas.starts),
    callbacks: tokenBucket('SendTaskSuccess', quotas.callbacks),
    transitions: tokenBucket('state transitions', quotas.transitions),
    requests: tokenBucket('requests of the key', quotas.requests),
    budget: quotas.budget && tokenBucket('writes of the budget', quotas.budget),
  }
  const own = ownFunctions(plan, agenda)
  const state = {
    ended: 0,
    failed: 0,
    last: 0,
    othersLast: 0,
    open: 0,
    mostOpen: 0,
    ahead: 0,
    mostAhead: 0,
    freeTasks: 0,
    resent: 0,
    full: 0,
  }
  const service = openWorkers(plan, agenda, () => {
    state.failed += 1
  })

  const transitions = (count: number, then: () => void): void => {
    let at = now()
    for (let one = 0; one < count; one++) at = buckets.transitions.reserve(at)
    agenda.after(at - now(), then)
  }
  const closeFile = (file: File, done: (file: File) => void): void => {
    state.open -= 1
    state.last = now()
    done(file)
  }
  const createTask = (file: File, looks: number, done: (file: File) => void): void => {
    const task = tasks[file.next]
    if (!task) {
      own(plan.own.step, () => {
        state.ended += 1
        closeFile(file, done)
      })
      return
    }
    const isFull = task.free && state.freeTasks >= plan.freeTasks
    if (isFull || !buckets.requests.take(now())) {
      const message = { feature: 'body-reshape', looks, unmade: true }
      // By its free tasks, or by the requests of this second.
      const asked = isFull ? BUSY_SECONDS : 1
      state.full = fullUntil(now(), asked)
      const pause = Math.max(asked, nextPause(message, FIRST_LOOK_SECONDS))
      agenda.after(pause, () => createTask(file, looks + 1, done))
      return
    }
    if (task.free) state.freeTasks += 1
    service.send({
      since: now(),
      seconds: task.seconds[file.nth % task.seconds.length]!,
      own: true,
      begin: () => {
        if (!task.free && tasks[file.next - 1]?.free) state.ahead -= 1
      },
      end: () => {
        if (task.free) {
          state.freeTasks -= 1
          state.ahead += 1
          state.mostAhead = Math.max(state.mostAhead, state.ahead)
        }
        const told = buckets.callbacks.reserve(now() + WEBHOOK_SECONDS)
        file.next += 1
        agenda.after(told - now(), () =>
          transitions(TASK_TRANSITIONS, () => own(plan.own.step, () => createTask(file, 0, done))),
        )
      },
    })
  }
  /** False where Step Functions does not take another execution. */
  const begin = (file: File, done: (file: File) => void): boolean => {
    if (buckets.budget && !buckets.budget.take(now())) return false
    if (!buckets.starts.take(now())) return false
    state.open += 1
    state.mostOpen = Math.max(state.mostOpen, state.open)
    transitions(FILE_TRANSITIONS, () => own(plan.own.step, () => createTask(file, 0, done)))
    return true
  }

  if ('overSeconds' in plan.arrival) {
    takeDrops(plan, plan.arrival.overSeconds, { agenda, own, begin, state })
  } else takeBatch(plan, plan.arrival.atOnce, { agenda, own, begin, state })
  const { others } = plan
  for (let nth = 0; others && nth < others.tasks; nth++) {
    const end = () => {
      state.othersLast = now()
    }
    service.send({ since: 0, seconds: others.seconds, own: false, end })
  }
  service.fill()
  agenda.run(LONGEST)

  const until = Math.max(state.last, state.othersLast)
  const uses = Object.values(buckets).flatMap((bucket) => (bucket ? [bucket.use()] : []))
  return {
    ended: state.ended,
    failedForWaiting: state.failed + (plan.files - state.ended - state.failed),
    seconds: state.last,
    othersSeconds: state.othersLast,
    transitions: buckets.transitions.use().taken,
    workerSeconds: service.busySeconds(),
    resent: state.resent,
    mostOpen: state.mostOpen,
    mostAhead: state.mostAhead,
    use: [
      { name: 'workers', share: service.busySeconds() / service.offered(until), refused: 0 },
      ...uses.map((use) => shareOf(use, until)),
    ],
  }
}

function shareOf({ name, taken, refused, perSecond }: QuotaUse, seconds: number) {
  return { name, share: taken / (perSecond * Math.max(1, seconds)), refused }
}

type Own = (seconds: number, then: () => void) => void
type Begin = (file: File, done: (file: File) => void) => boolean
type Source = {
  agenda: Agenda
  own: Own
  begin: Begin
  state: { resent: number; open: number; full: number }
}

/** Own functions run at once as far as the account lets them, or share the processors of a machine. */
function ownFunctions({ processors, quotas }: Plan, { after }: Agenda): Own {
  const most = processors ?? quotas.concurrency
  const waiting = newFifo<{ seconds: number; then: () => void }>()
  let running = 0
  const work = (seconds: number, then: () => void): void => {
    running += 1
    after(seconds, () => {
      running -= 1
      const next = waiting.shift()
      if (next) work(next.seconds, next.then)
      then()
    })
  }
  return (seconds, then) => {
    if (running < most) work(seconds, then)
    else waiting.push({ seconds, then })
  }
}

/** The queue of dropped files with its function, and the line in which they wait for a turn. */
function takeDrops(plan: Plan, overSeconds: number, { agenda, own, begin, state }: Source): void {
  const { after, now } = agenda
  const queue = newFifo<File>()
  let running = 0
  // One for each process that begins files.
  const processes: Counted[] = []

  const takesTurn = (file: File, process: number): boolean => {
    let counted = processes[process]
    if (!counted || mustCount(counted, now())) {
      const { open, full } = state
      const part = partOf({ most: plan.openFiles, open, sharers: plan.drops })
      counted = { at: now(), open, full, ...part }
      processes[process] = counted
    }
    if (holdsTurn(counted.full, { now: now(), waited: now() - file.at })) return false
    counted.left -= 1
    return counted.left >= 0
  }
  const again = (file: File, seconds: number): void => {
    state.resent += 1
    after(seconds, () => {
      queue.push(file)
      poll()
    })
  }
  const handle = (file: File, process: number): void => {
    if (!takesTurn(file, process)) again(file, turnSeconds(now() - file.at, plan.random()))
    else if (!begin(file, () => undefined)) again(file, holdSeconds(plan.random()))
  }
  const poll = (): void => {
    while (running < plan.drops && queue.size() > 0) {
      const files = takeSome(queue, IN_BATCH)
      const process = running
      running += 1
      own(plan.own.start, () => {
        running -= 1
        for (const file of files) handle(file, process)
        poll()
      })
    }
  }
  const arrive = (nth: number): void => {
    queue.push({ at: now(), next: 0, nth })
    poll()
    if (nth + 1 < plan.files) after(overSeconds / plan.files, () => arrive(nth + 1))
  }
  if (plan.files > 0) arrive(0)
}

function takeSome<T>(queue: Fifo<T>, most: number): T[] {
  return Array.from({ length: Math.min(most, queue.size()) }, () => queue.shift() as T)
}

/** The children of a distributed map, each of which begins ten files and waits for all of them. */
function takeBatch(plan: Plan, atOnce: number, { agenda, own, begin, state }: Source): void {
  const { after, now } = agenda
  const size = Math.min(IN_BATCH, atOnce)
  let nth = 0
  const beginFile = (file: File, done: () => void): void => {
    if (begin(file, done)) return
    state.resent += 1
    // The state is tried again.
    after(holdSeconds(plan.random()), () => beginFile(file, done))
  }
  const workChunk = (): void => {
    const count = Math.min(size, plan.files - nth)
    if (count <= 0) return
    let left = count
    own(plan.own.start, () => {
      for (let one = 0; one < count; one++) {
        beginFile({ at: now(), next: 0, nth: nth + one }, () => {
          left -= 1
          if (left === 0) workChunk()
        })
      }
    })
    nth += count
  }
  for (let child = 0; child < Math.floor(atOnce / size); child++) workChunk()
}

/** The queue of tasks with its workers: first those of the account that has had less. */
function openWorkers(plan: Plan, { after, now }: Agenda, fail: () => void) {
  const queues = { own: newFifo<Waiting>(), others: newFifo<Waiting>() }
  const had = { own: 0, others: 0 }
  let busy = 0
  let busySeconds = 0
  let cold = 0
  let isCold = false

  const next = (): Waiting | undefined => {
    const { own, others } = queues
    const isOwn = others.size() === 0 || (own.size() > 0 && had.own <= had.others)
    const task = isOwn ? own.shift() : others.shift()
    if (task) had[isOwn ? 'own' : 'others'] += 1
    return task
  }
  const warmUp = (): number => {
    const { coldAt } = plan
    if (!coldAt) return 0
    if (!isCold && now() >= coldAt.at) {
      isCold = true
      cold = plan.workers(now())
    }
    if (cold === 0) return 0
    cold -= 1
    return coldAt.seconds
  }
  const fill = (): void => {
    while (busy < plan.workers(now())) {
      const task = next()
      if (!task) return
      if (now() - task.since >= WAIT_SECONDS) {
        if (task.own) fail()
        continue
      }
      busy += 1
      task.begin?.()
      const seconds = task.seconds + warmUp()
      busySeconds += seconds
      after(seconds, () => {
        busy -= 1
        task.end()
        fill()
      })
    }
  }
  return {
    send: (task: Waiting) => {
      queues[task.own ? 'own' : 'others'].push(task)
      fill()
    },
    fill,
    busySeconds: () => busySeconds,
    /** Seconds of all workers until then, by the number of them at its beginning and end. */
    offered: (until: number) => ((plan.workers(0) + plan.workers(until)) / 2) * Math.max(1, until),
  }
}
