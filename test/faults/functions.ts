import type { SFNClient } from '@aws-sdk/client-sfn'
import type { Budget } from '../../catalog/costs/budget.ts'
import { Failure } from '../../catalog/failures/failure.ts'
import { chooseTarget } from '../../functions/pipeline/choose-target/choose-target.ts'
import { sqsWatch } from '../../functions/pipeline/core/adapters/sqs-watch.ts'
import { stepFunctionsTokens } from '../../functions/pipeline/core/adapters/step-functions-tokens.ts'
import type { AnnounceJob } from '../../functions/pipeline/core/ports/announce-job.ts'
import type { Companions } from '../../functions/pipeline/core/ports/companions.ts'
import type { RemoveAll } from '../../functions/pipeline/core/ports/objects.ts'
import type { PictureEngine } from '../../functions/pipeline/core/ports/picture-engine.ts'
import { NO_LOOK, type Turns } from '../../functions/pipeline/core/ports/turns.ts'
import { isExecutionEndedEvent } from '../../functions/pipeline/core/steps/ended-execution.ts'
import { type HoldBackDeps, holdBack } from '../../functions/pipeline/core/waiting/hold-back.ts'
import { fullUntil, holdsTurn } from '../../functions/pipeline/core/waiting/hold-turns.ts'
import { createTask } from '../../functions/pipeline/create-task/create-task.ts'
import { deliver } from '../../functions/pipeline/deliver/deliver.ts'
import { preProcess } from '../../functions/pipeline/pre-process/pre-process.ts'
import { type PrepareInput, prepare } from '../../functions/pipeline/prepare/prepare.ts'
import { type RestoreInput, restore } from '../../functions/pipeline/prepare/restore.ts'
import { receiveWebhook } from '../../functions/pipeline/receive-webhook/receive-webhook.ts'
import { verifySignature } from '../../functions/pipeline/receive-webhook/verify-signature.ts'
import { recordEndedExecution } from '../../functions/pipeline/record-failure/record-ended-execution.ts'
import { recordFailure } from '../../functions/pipeline/record-failure/record-failure.ts'
import { releaseParked } from '../../functions/pipeline/release-parked/release-parked.ts'
import { retryJob } from '../../functions/pipeline/start/retry-job.ts'
import { start } from '../../functions/pipeline/start/start.ts'
import { watchTask } from '../../functions/pipeline/watch-task/watch-task.ts'
import { stepFunctionsStart } from '../../functions/step-functions-start.ts'
import { WEBHOOK_SECRET } from './announcer.ts'
import { type EngineFaults, engineThrough } from './engine.ts'
import type { Invocation } from './invocation.ts'
import type { MemoryBudgetAccount } from './ports/memory-budget-account.ts'
import type { MemoryInbox } from './ports/memory-inbox.ts'
import type { MemoryJobs } from './ports/memory-jobs.ts'
import type { MemoryObjects } from './ports/memory-objects.ts'
import type { Delivery } from './queue.ts'
import type { SimulatedService } from './service.ts'

/** What the functions stand on, before any fault. */
export type Ports = {
  /** Epoch seconds until which the service takes no task, as it said where it refused one. */
  full: { until: number }
  jobs: MemoryJobs
  inbox: MemoryInbox
  objects: MemoryObjects
  workflow: {
    start(name: string, input: string): void
    succeed(token: string, output: string): void
    fail(token: string, error: string, cause: string): void
  }
  watch(body: string, delaySeconds: number): void
  /** Sends a message of the drop queue. */
  again(body: string, delaySeconds: number): void
  /** How many executions are open. */
  open(): number
  /** How many dropped files may be under way at once. */
  openFiles: number
  announce: AnnounceJob
  /** What a result URL gives as text, or undefined when nobody answers under it any more. */
  download(url: string): Promise<string | undefined>
  service: SimulatedService
  pictures: PictureEngine
  engine: EngineFaults
  companions: Companions
  budgetAccount: MemoryBudgetAccount
  budget: Budget
  /** A text nobody else has. */
  uniqueId: () => string
  now: () => number
  /** Ends after so many virtual milliseconds. */
  pause(ms: number): Promise<void>
  buckets: { drop: string; results: string }
}

export type FunctionName =
  | 'start'
  | 'pre-process'
  | 'prepare'
  | 'choose-target'
  | 'create-task'
  | 'deliver'
  | 'record-failure'
  | 'receive-webhook'
  | 'watch-task'
  | 'retry'
  | 'release-parked'

export type SimulatedFunction = {
  /** As deployed, milliseconds. */
  limitMs: number
  run: (input: never, invocation: Invocation) => Promise<unknown>
}

/** The pipeline's functions, each as its handler wires it, every call of theirs going out through the invocation. */
export function functionsOf(ports: Ports) {
  const wired = (limitSeconds: number, run: SimulatedFunction['run']) => ({
    limitMs: limitSeconds * 1000,
    run: run as (input: unknown, invocation: Invocation) => Promise<unknown>,
  })
  const depsOf = (invocation: Invocation) => wire(ports, invocation)
  return {
    start: wired(30, (message: Delivery, it) =>
      holdBack(
        message,
        () => start(message.body, { ...depsOf(it), turns: turnsThrough(ports, it) }),
        heldDeps(ports, it, message, ports.again),
      ),
    ),
    'pre-process': wired(60, (input, it) => preProcess(input, depsOf(it))),
    prepare: wired(600, (input: PrepareInput | RestoreInput, it) =>
      'done' in input ? restore(input, depsOf(it)) : prepare(input, depsOf(it)),
    ),
    'choose-target': wired(30, (input, it) => chooseTarget(input, depsOf(it))),
    'create-task': wired(60, (input, it) => createTask(input, depsOf(it))),
    deliver: wired(120, (input, it) => deliver(input, depsOf(it))),
    'record-failure': wired(30, (input, it) =>
      isExecutionEndedEvent(input)
        ? recordEndedExecution(input, depsOf(it))
        : recordFailure(input, depsOf(it)),
    ),
    'receive-webhook': wired(30, async (webhook, it) => {
      const status = await receiveWebhook(webhook, depsOf(it))
      if (status === 401) throw new Error('A good signature was refused.')
      return status
    }),
    'watch-task': wired(30, async (message: Delivery, it) => {
      let outcome: string | undefined
      const look = async () => {
        ;({ outcome } = await watchTask(JSON.parse(message.body), depsOf(it)))
      }
      await holdBack(message, look, heldDeps(ports, it, message, ports.watch))
      return outcome
    }),
    retry: wired(60, (id, it) => retryJob(id, depsOf(it))),
    'release-parked': wired(120, (_, it) => releaseParked(depsOf(it))),
  } satisfies Record<FunctionName, SimulatedFunction>
}

/** What AWS throttles waits in its queue. */
export function heldDeps(
  ports: Ports,
  invocation: Invocation,
  { hide }: Delivery,
  send: (body: string, delaySeconds: number) => void,
): HoldBackDeps {
  return {
    hide: (_, seconds) => invocation.call('hide', () => hide(Math.ceil(seconds))),
    sendAgain: (body, seconds) =>
      invocation.call('sendAgain', () => send(body, Math.ceil(seconds))),
    pipeline: 'faults',
    random: () => 0.5,
    now: ports.now,
  }
}

function turnsThrough(ports: Ports, invocation: Invocation): Turns {
  const { jobs } = ports
  return {
    take: (waited) =>
      invocation.call('turns.take', () => {
        if (holdsTurn(ports.full.until, { now: ports.now() / 1000, waited })) return false
        return ports.open() < ports.openFiles
      }),
    placeOf: async (id) => jobs.line.get(id),
    schedule: (id, look, seconds) =>
      invocation.call('turns.schedule', () =>
        ports.again(JSON.stringify({ turn: id, look }), Math.ceil(seconds)),
      ),
    enter: ({ id }, look) =>
      invocation.call('turns.enter', () => {
        if (look > (jobs.line.get(id)?.look ?? 0)) jobs.line.set(id, { look, inLine: true })
      }),
    leave: (id) =>
      invocation.call(
        'turns.leave',
        () => void jobs.line.set(id, { look: NO_LOOK, inLine: false }),
      ),
    stepOut: (id, look) =>
      invocation.call('turns.stepOut', () => {
        if (look >= (jobs.line.get(id)?.look ?? 0)) jobs.line.set(id, { look, inLine: false })
      }),
  }
}

/** The pipeline's dependencies, as an invocation has them. */
export function wire(ports: Ports, invocation: Invocation) {
  const { jobs, inbox, objects, workflow, buckets, now } = ports
  const client = clientOf(workflow, invocation)
  const secret = { keys: [{ key: 'key' }], webhookSecrets: [WEBHOOK_SECRET] }
  return {
    jobs: through(invocation, 'jobs', jobs),
    inbox: through(invocation, 'inbox', inbox),
    objects: through(invocation, 'objects', objects),
    tokens: stepFunctionsTokens(client),
    startExecution: stepFunctionsStart(client, 'machine'),
    uniqueId: () => ports.uniqueId(),
    companions: through(invocation, 'companions', ports.companions),
    budgetAccount: through(invocation, 'budgetAccount', ports.budgetAccount),
    budget: ports.budget,
    lookAgain: (job: string) =>
      invocation.call('lookAgain', () => ports.companions.lookAgain(job, 0)),
    watch: sqsWatch(
      {
        send: async ({ input }: { input: { MessageBody: string; DelaySeconds: number } }) =>
          invocation.call('watch', () => ports.watch(input.MessageBody, input.DelaySeconds)),
      } as never,
      { queueUrl: 'watch', firstSeconds: 60 },
    ),
    provider: ports.service.provider(invocation),
    backpressure: {
      refused: (_: string, seconds: number) =>
        invocation.call('backpressure.refused', () => {
          ports.full.until = fullUntil(now() / 1000, seconds)
        }),
    },
    announce: (receipt: Parameters<AnnounceJob>[0]) =>
      invocation.call('announce', () => ports.announce(receipt)),
    download: (url: string) =>
      invocation.call('download', () => fetched(ports, url), {
        far: 'service',
        refused: () => new Failure('ResultUnavailable'),
        lost: () => new Failure('ResultUnavailable'),
      }),
    verify: (webhook: Parameters<typeof verifySignature>[0]) =>
      verifySignature(webhook, { read: async () => secret, refresh: async () => secret }, now()),
    // Executions on virtual time keep no history: their jobs end as those do whose history cannot be read.
    readVariables: () => invocation.call('readVariables', () => ({})),
    preparedPictures: { bucket: buckets.results, prefix: 'prepared/' },
    pictures: engineThrough(invocation, ports.pictures, ports.engine),
    videos: { prepare: async () => undefined },
    removeAll: (place: Parameters<RemoveAll>[0]) =>
      invocation.call('objects.removeAll', () => objects.removeAll(place)),
    resultsBucket: buckets.results,
    resultsPrefix: 'results/',
    now,
  }
}

async function fetched({ download }: Ports, url: string) {
  const text = await download(url)
  if (text === undefined) throw new Failure('ResultUnavailable', 'The result answered 403.')
  return { bytes: Buffer.from(text), contentType: 'image/png' }
}

/** Every method of a port as a call that can go wrong. */
export function through<P extends object>({ call }: Invocation, name: string, port: P): P {
  return Object.fromEntries(
    Object.entries(port).map(([verb, act]) => [
      verb,
      typeof act === 'function'
        ? (...args: unknown[]) => call(`${name}.${verb}`, () => act(...args))
        : act,
    ]),
  ) as P
}

/** Step Functions as an invocation reaches it: a state machine, and the callbacks of its states. */
export function clientOf({ start, succeed, fail }: Ports['workflow'], { call }: Invocation) {
  return {
    send: ({ input }: { input: Record<string, string> }) => {
      const { taskToken, output = '', error = '', cause = '', name = '' } = input
      if (taskToken === undefined) {
        return call('startExecution', () => start(name, input['input'] ?? ''))
      }
      return 'output' in input
        ? call('sendTaskSuccess', () => succeed(taskToken, output))
        : call('sendTaskFailure', () => fail(taskToken, error, cause))
    },
  } as unknown as Pick<SFNClient, 'send'>
}
