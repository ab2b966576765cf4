import type { Budget } from '../../catalog/costs/budget.ts'
import type { JobEvent } from '../../catalog/jobs/job-event.ts'
import { expectedCost } from '../../functions/pipeline/core/budget/expected-cost.ts'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { jobDefinition } from '../../lib/workflow/job-definition.ts'
import type { StatusChangeEvent } from '../../local/step-functions/run/status-change-event.ts'
import { type Headers, newAnnouncer } from './announcer.ts'
import { refusedInvocation } from './crowded.ts'
import type { Dice } from './dice.ts'
import { DROP_BUCKET, type Dropped, dropFiles, newBuckets } from './files.ts'
import { type FunctionName, functionsOf, type Ports } from './functions.ts'
import { type Answered, invoke } from './invocation.ts'
import { type MachineRoom, newStepFunctions, type StepFunctions, type Workflow } from './machine.ts'
import { memoryBudgetAccount } from './ports/memory-budget-account.ts'
import { memoryCompanions } from './ports/memory-companions.ts'
import { memoryInbox } from './ports/memory-inbox.ts'
import { memoryJobs } from './ports/memory-jobs.ts'
import type { MemoryObjects } from './ports/memory-objects.ts'
import { type Delivery, newQueue } from './queue.ts'
import { newService } from './service.ts'
import { textPictures } from './text-pictures.ts'
import type { Timeline } from './timeline.ts'

/** A deliberately broken copy of a rule, to see whether the checks notice. */
export type Variant = {
  ports?: (ports: Ports, dice: Dice) => Ports
  definition?: (definition: object) => object
  /** Whether Lambda has no room for what a state machine invokes now. */
  isCrowded?: (now: number) => boolean
}

export type WorldOptions = {
  timeline: Timeline
  dice: Dice
  room: MachineRoom
  /** Unique in the room. */
  name: string
  variant?: Variant | undefined
  /** What other state machines of the account stand on as well. */
  shared?: { steps: StepFunctions; objects: MemoryObjects } | undefined
  /** How many files are dropped. */
  files?: number | undefined
}

const RESULTS_BUCKET = 'results'
const MOST_FILES = 3
/** More than a run ever has executions. */
const MOST_OPEN = 100
const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:'

/** The whole pipeline and the service on virtual time, and everything the checks need to know afterwards. */
export function newWorld({ timeline, dice, room, name, variant, shared, files }: WorldOptions) {
  const around = { timeline, dice }
  const objects = shared?.objects ?? newBuckets(around)
  const announced: JobEvent[] = []
  const answered = new Set<string>()
  const waiting = new Set<string>()
  const heard = new Set<string>()
  const retried = new Set<string>()
  const released = new Set<string>()
  const damaged = new Map<string, boolean>()
  /** What was ever written under the keys of prepared files. */
  const prepared = new Map<string, Set<string>>()
  let made = 0
  let largest = 0
  let unswept = 0
  const gateway = (headers: Headers, body: Uint8Array): Promise<number> =>
    run('receive-webhook', { headers, body }).then((answer) =>
      'payload' in answer ? Number(answer.payload) : 500,
    )
  const announcer = newAnnouncer({ ...around, post: gateway })
  const service = newService({
    ...around,
    idempotent: !dice.strikes('forgetful', 'service'),
    open: (url) => opened(url),
    onEnd: (task) => void announcer.ended(task),
  })
  const opened = (url: string): string | undefined =>
    url.startsWith('memory://service')
      ? service.openResult(url)
      : textOf(objects.openUrl(url)?.bytes)

  const own: Ports = {
    full: { until: 0 },
    jobs: memoryJobs(),
    inbox: memoryInbox(timeline.now),
    objects: {
      ...objects,
      write: async (place, ...what) => {
        await objects.write(place, ...what)
        if (!place.key.startsWith('prepared/')) return
        const written = textOf(objects.versions(place.bucket, place.key).at(-1)?.bytes) ?? ''
        prepared.set(place.key, (prepared.get(place.key) ?? new Set()).add(written))
      },
    },
    pictures: textPictures(),
    engine: { dice, damaged, pause: timeline.pause },
    workflow: {
      start: (execution, input) => workflow.start(execution, input),
      succeed: (token, output) => {
        answered.add(token)
        workflow.succeed(token, output)
      },
      fail: (token, error, cause) => {
        answered.add(token)
        workflow.fail(token, error, cause)
      },
    },
    watch: (body, delaySeconds) => watched.send(body, delaySeconds),
    again: (body, delaySeconds) => dropQueue.send(body, delaySeconds),
    open: () => workflow.executions().filter(({ status }) => status === 'RUNNING').length,
    // Every fourth world makes files wait.
    openFiles: dice.between('open files', 1, 4) === 1 ? 1 : MOST_OPEN,
    announce: async (event) => void announced.push(structuredClone(event)),
    download: async (url) => opened(url),
    service,
    companions: memoryCompanions((job, seconds) =>
      dropQueue.send(JSON.stringify({ lookAgain: job }), seconds),
    ),
    budgetAccount: memoryBudgetAccount(),
    budget: budgetOf(dice),
    uniqueId: () => `uniqueId-${++made}`,
    now: timeline.now,
    pause: timeline.pause,
    buckets: { drop: DROP_BUCKET, results: RESULTS_BUCKET },
  }
  const ports = variant?.ports?.(own, dice) ?? own
  const functions = functionsOf(ports)

  const run = (fn: FunctionName, input: unknown): Promise<Answered<unknown>> => {
    if (CALLED.has(fn) && dice.strikes('overlap', fn)) void runOnce(fn, input)
    return runOnce(fn, input)
  }
  const runOnce = (fn: FunctionName, input: unknown): Promise<Answered<unknown>> =>
    invoke(
      fn,
      functions[fn].limitMs,
      async (invocation) => {
        const done = await functions[fn].run(input, invocation)
        remember(fn, input, done)
        return done
      },
      around,
    )
  /** Which tokens have somebody who will answer them, and which tasks' ends were taken in. */
  const remember = (fn: FunctionName, input: unknown, done: unknown): void => {
    const { token, body } = (input ?? {}) as { token?: string; body?: Uint8Array }
    if (token !== undefined) waiting.add(token)
    if (fn === 'receive-webhook' && done === 204 && body) {
      heard.add(JSON.parse(Buffer.from(body).toString('utf8')).data.task_id)
    }
    if (fn === 'watch-task' && done === 'settled')
      heard.add(JSON.parse((input as Delivery).body).key)
  }
  const worked = (fn: FunctionName) => async (_: string, message: Delivery) =>
    'payload' in (await run(fn, message))

  const dropQueue = newQueue(
    { name: 'drop', visibilityMs: 60_000, attempts: 8, work: worked('start') },
    around,
  )
  const watched = newQueue(
    { name: 'watch', visibilityMs: 60_000, attempts: 15, work: worked('watch-task') },
    around,
  )
  const unrecorded: string[] = []
  const definition = jobDefinition({ partition: 'aws', functions: ARNS })
  const steps =
    shared?.steps ?? newStepFunctions({ room, clock: timeline, random: () => dice.roll('jitter') })
  const workflow: Workflow = steps.machine({
    name,
    definition: variant?.definition?.(definition) ?? definition,
    invoke: async (arn, payload) => {
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(payload)))
      const fn = arn.slice(ARN.length) as FunctionName
      return refusedInvocation(fn, around, variant?.isCrowded) ?? (await run(fn, payload))
    },
    onStatusChange: (event) => void ended(event),
  })

  /** EventBridge's rule: at least once, three tries of the function, then the queue of the unrecorded. */
  const ended = async (event: StatusChangeEvent): Promise<void> => {
    if (!['FAILED', 'TIMED_OUT', 'ABORTED'].includes(event.detail.status)) return
    const copies = dice.strikes('twice', 'status rule') ? 2 : 1
    for (let copy = 0; copy < copies; copy++) void record(event)
  }
  const record = async (event: StatusChangeEvent): Promise<void> => {
    const late = dice.strikes('late', 'status rule') ? dice.between('rule late', 0, 600_000) : 50
    await timeline.pause(late)
    for (const wait of [0, 60_000, 120_000]) {
      await timeline.pause(wait)
      if ('payload' in (await run('record-failure', event))) return
    }
    unrecorded.push(event.detail.name)
  }

  const dropped: Dropped[] = dropFiles({
    ...around,
    objects,
    announce: (event) => dropQueue.send(event),
    files: files ?? dice.between('files', 1, MOST_FILES),
  })
  if (dice.strikes('abort', 'execution')) {
    timeline.setTimeout(
      () => {
        const running = workflow.executions().find(({ status }) => status === 'RUNNING')
        if (running) workflow.stop(running.name)
      },
      dice.between('aborted', 1_000, 200_000),
    )
  }
  /** An operator who tries the first failed job again, and does not give up when that goes wrong. */
  const operate = async (): Promise<void> => {
    await timeline.pause(dice.between('operator', 60_000, 1_000_000))
    const failed = own.jobs.all().find(({ status }) => status === 'failed')
    for (let tries = 0; failed && tries < 8; tries++) {
      retried.add(failed.id)
      if ('payload' in (await run('retry', failed.id))) return
      await timeline.pause(10_000)
    }
    if (failed) unrecorded.push(`${failed.id}-1`)
  }
  if (dice.strikes('retry', 'operator')) void operate()

  /** The schedule that lets parked files go on, a little after a midnight; every run of it can be lost. */
  const sweep = async (): Promise<void> => {
    await timeline.pause(DAY_MS + dice.between('schedule', 0, 300_000))
    for (let tries = 0; tries < 3; tries++) {
      if ('payload' in (await run('release-parked', {}))) return
      await timeline.pause(60_000)
    }
    unswept += 1
  }
  const sweepDaily = async (): Promise<void> => {
    for (let day = 0; day < DAYS; day++) await sweep()
    // What no day has room for, somebody lets go on.
    for (const job of own.jobs.all().filter((job) => isBeyond(job, own.budget))) {
      released.add(job.id)
      dropQueue.send(JSON.stringify({ release: job.id }))
    }
    for (let day = 0; day < 2; day++) await sweep()
  }
  if (Object.keys(own.budget).length > 0) void sweepDaily()
  return {
    ports: own,
    workflow,
    service,
    announcer,
    announced,
    answered,
    waiting,
    heard,
    retried,
    released,
    dropped,
    damaged,
    prepared,
    unrecorded,
    largestPayload: () => largest,
    unswept: () => unswept,
    lost: { drop: dropQueue.dead, watch: watched.dead },
  }
}

export type World = ReturnType<typeof newWorld>

/** Enough for every job of a run that a day has room for. */
const DAYS = 10
const DAY_MS = 86_400_000

/** Every other world has a budget: few units a day, of the pipeline or of one recipe. */
function budgetOf(dice: Dice): Budget {
  const units = dice.between('budget', 2, 4)
  const kind = dice.between('kind of budget', 0, 3)
  return [{}, { units }, { recipes: { slim: { units } } }, {}][kind] ?? {}
}

/** Whether a parked job may cost more than any day has. */
function isBeyond(job: Job, budget: Budget): boolean {
  return job.status === 'parked' && expectedCost(job).units > (budget.units ?? 0)
}

/** What the workflow calls, and may call again while a call that it gave up still runs. */
const CALLED: ReadonlySet<FunctionName> = new Set([
  'pre-process',
  'prepare',
  'choose-target',
  'create-task',
  'deliver',
  'record-failure',
])

const ARNS = {
  preProcess: `${ARN}pre-process`,
  prepare: `${ARN}prepare`,
  chooseTarget: `${ARN}choose-target`,
  createTask: `${ARN}create-task`,
  deliver: `${ARN}deliver`,
  recordFailure: `${ARN}record-failure`,
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('utf8')
}
