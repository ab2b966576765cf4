import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Flow } from '../../../local/step-functions/definition/schema.ts'
import {
  createDefinitionReader,
  createEngine,
} from '../../../local/step-functions/interpreter/create-engine.ts'
import { runBranch } from '../../../local/step-functions/interpreter/run-branch.ts'
import { createEvaluator } from '../../../local/step-functions/query/evaluator.ts'
import { queryFunctions } from '../../../local/step-functions/query/functions.ts'
import { commit, openBranch } from '../../../local/step-functions/run/branch.ts'
import { createExecution } from '../../../local/step-functions/run/create-execution.ts'
import { endRun } from '../../../local/step-functions/run/end-run.ts'
import type { Branch, Engine, Run } from '../../../local/step-functions/run/engine.ts'
import { ownMachine } from '../../../local/step-functions/run/own-machine.ts'
import { redrive } from '../../../local/step-functions/run/redrive.ts'
import { createRightCheck } from '../../../local/step-functions/run/require-right.ts'
import { roleArnOf } from '../../../local/step-functions/run/role-arn.ts'
import { fillAssign } from '../../../local/step-functions/run/scope.ts'
import { statusChangeEvent } from '../../../local/step-functions/run/status-change-event.ts'
import { BranchStopped } from '../../../local/step-functions/state-error.ts'
import type { Ending, ExecutionRow } from '../../../local/step-functions/store/executions.ts'
import { newFrame } from '../../../local/step-functions/store/frames.ts'
import { openStore } from '../../../local/step-functions/store/open-store.ts'
import { account, invoke, machine, region } from './definitions.ts'
import { tempDir } from './rig.ts'
import { virtualClock } from './virtual-clock.ts'

const MACHINE = `arn:aws:states:${region}:${account}:stateMachine:machine`

/** A store that writes down what it is told, in order. */
function notedStore() {
  const told: unknown[] = []
  const note =
    (what: string) =>
    (...args: unknown[]) =>
      void told.push([what, ...args])
  const store = {
    transaction: <T>(work: () => T): T => work(),
    history: {
      last: () => 7,
      add: (_: number, { id, type, previous, details }: Record<string, unknown>) =>
        void told.push([type, id, previous, JSON.parse(String(details))]),
    },
    frames: {
      all: () => new Map<string, object>(),
      save: note('save'),
      drop: note('drop'),
      dropBelow: note('drop below'),
    },
    tokens: { close: note('close'), closeBelow: note('close below'), closeAll: note('close all') },
    executions: {
      end: note('end'),
      redrive: note('redrive'),
      find: () => ({ id: 1, arn: 'a', machine: MACHINE, started: 0, stopped: null, redriven: 5 }),
    },
    slowEvaluations: { forget: note('forget') },
    outbox: { add: (_: string, at: number) => void told.push(['told', at]) },
  }
  return { store, told }
}

/** A run whose root stands in a state of this type. */
function runIn(Type: string, frame: object = {}) {
  const { store, told } = notedStore()
  const engine = {
    store,
    clock: { now: () => 50 },
    runs: new Map(),
    children: new Map(),
    statusChanged: () => void told.push(['wake']),
    runExecution: () => void told.push(['run']),
    region,
    account,
  } as unknown as Engine
  const row = { id: 1, arn: 'a', machine: MACHINE, started: 0 } as ExecutionRow
  const run = {
    engine,
    row,
    lastEvent: 7,
    frames: new Map(),
    abort: new AbortController(),
    over: false,
    cancelTimeout: () => {},
  } as unknown as Run
  const flow = { StartAt: 'S', States: { S: { Type } } } as unknown as Flow
  const root = openBranch(run, flow, null, { path: '', input: 1, item: null })
  Object.assign(root.frame, { enteredAt: 'then', lastEvent: 7 }, frame)
  return { engine, run, root, flow, told, store }
}

test.each<[string, object, Ending, unknown[][]]>([
  [
    'Task',
    {},
    { status: 'ABORTED', error: 'E', cause: 'c' },
    [
      ['TaskStateAborted', 8, 7, {}],
      ['ExecutionAborted', 9, 8, { executionAbortedEventDetails: { error: 'E', cause: 'c' } }],
    ],
  ],
  [
    'Wait',
    {},
    { status: 'TIMED_OUT', error: 'States.Timeout' },
    [
      ['WaitStateAborted', 8, 7, {}],
      ['ExecutionTimedOut', 9, 8, { executionTimedOutEventDetails: { error: 'States.Timeout' } }],
    ],
  ],
  [
    'Map',
    {},
    { status: 'ABORTED' },
    [
      ['MapStateAborted', 8, 7, {}],
      ['ExecutionAborted', 9, 8, { executionAbortedEventDetails: {} }],
    ],
  ],
  [
    'Parallel',
    {},
    { status: 'ABORTED' },
    [
      ['ParallelStateAborted', 8, 7, {}],
      ['ExecutionAborted', 9, 8, { executionAbortedEventDetails: {} }],
    ],
  ],
  [
    'Pass',
    {},
    { status: 'ABORTED' },
    [['ExecutionAborted', 8, 7, { executionAbortedEventDetails: {} }]],
  ],
  [
    'Task',
    { enteredAt: null },
    { status: 'ABORTED' },
    [['ExecutionAborted', 8, 7, { executionAbortedEventDetails: {} }]],
  ],
  [
    'Task',
    {},
    { status: 'FAILED', error: 'E', cause: '' },
    [
      ['EvaluationFailed', 8, 7, {}],
      ['ExecutionFailed', 9, 8, { executionFailedEventDetails: { error: 'E' } }],
    ],
  ],
])('a run in a %s state, %j, ends as %j', (type, frame, ending, events) => {
  const { root, told } = runIn(type, frame)
  root.pending.push({ type: 'EvaluationFailed', at: 1, details: {} })
  endRun(root, ending)
  expect(told).toEqual([
    ...events,
    ['end', 1, 50, ending],
    ['close all', 1],
    ['forget', 1],
    ['save', 1, '', root.frame],
    ['told', 50],
    ['wake'],
  ])
})

test('a run that succeeds keeps no frames', () => {
  const { root, told } = runIn('Succeed')
  endRun(root, { status: 'SUCCEEDED', output: '1' })
  expect(told.map((call) => (call as string[])[0])).toEqual([
    ...['ExecutionSucceeded', 'end', 'close all', 'forget', 'drop', 'told', 'wake'],
  ])
})

test('a commit closes the token and drops the children that the frame has no more, once', () => {
  const { root, told } = runIn('Map')
  const calls = (frame: object) => {
    Object.assign(root.frame, frame)
    told.length = 0
    commit(root)
    return told.map((call) => (call as unknown[]).slice(0, 2))
  }
  const saved = ['save', 1]
  expect(calls({ token: 't', items: [1] })).toEqual([saved])
  expect(calls({})).toEqual([saved])
  expect(calls({ token: 'u', items: null })).toEqual([
    ['close', 't'],
    ['drop below', 1],
    ['close below', 1],
    saved,
  ])
  expect(calls({ token: null })).toEqual([['close', 'u'], saved])
  expect(calls({})).toEqual([saved])
})

test('a branch that goes on from a frame knows what the frame holds', () => {
  const { run, flow, told } = runIn('Map')
  run.frames.set('/1', { ...newFrame('S', 1, 3), token: 't', items: [1] })
  const branch = openBranch(run, flow, null, { path: '/1', input: 1, item: null })
  expect(run.frames.size).toBe(0)
  Object.assign(branch.frame, { token: null, items: null })
  commit(branch)
  expect(told.map((call) => (call as unknown[])[0])).toEqual([
    ...['close', 'drop below', 'close below', 'save'],
  ])
})

test('nothing is committed for a branch that was stopped, or of a run that is over', () => {
  const over = runIn('Pass')
  over.run.over = true
  expect(() => commit(over.root)).toThrow(BranchStopped)
  const stopped = runIn('Pass')
  stopped.root.abort.abort()
  expect(() => commit(stopped.root)).toThrow(BranchStopped)
  expect([...over.told, ...stopped.told]).toEqual([])
})

test('a branch is stopped with the one above it, also when that was stopped before', () => {
  const { run, root, flow } = runIn('Parallel')
  const open = (parent: Branch, path: string) =>
    openBranch(run, flow, parent, { path, input: 1, item: null })
  const child = open(root, '/0')
  const inner = open(child, '/0/0')
  child.abort.abort()
  expect([inner, open(child, '/0/1')].map(({ abort }) => abort.signal.aborted)).toEqual([
    ...[true, true],
  ])
  expect(root.abort.signal.aborted).toBe(false)
})

test('a redrive resets what did not succeed, and keeps what did', () => {
  const { engine, told, store } = runIn('Task')
  const used = { retries: [2], retryCount: 2, wakeAt: 9, token: 't', submitted: true }
  const failed = { ...newFrame('S', 1, 3), ...used, outcome: { error: 'E', cause: 'c' } }
  const done = { ...newFrame('S', 1, 3), outcome: { output: 5 } }
  store.frames.all = () =>
    new Map<string, object>([
      ['', failed],
      ['/0', done],
    ])
  redrive(engine, { id: 1, arn: 'a', redrives: 1 } as ExecutionRow)
  expect(told).toEqual([
    ['redrive', 1, 50],
    ['save', 1, '', newFrame('S', 1, 3)],
    ['save', 1, '/0', done],
    ['ExecutionRedriven', 8, 7, { executionRedrivenEventDetails: { redriveCount: 2 } }],
    ['told', 50],
    ['wake'],
    ['run'],
  ])
})

test('the children of a distributed map have the role of their state machine', () => {
  const role = { kind: 'role', roleArn: 'arn:role', sessionArn: 'arn:session' } as const
  const roles = new Map([[MACHINE, role]])
  const asked: unknown[] = []
  const access = {
    firstDenied: (caller: unknown, [right]: { action: string }[]) => {
      asked.push(caller)
      return right?.action === 'no' ? { message: 'is not authorized' } : undefined
    },
  }
  const requireRight = createRightCheck(access as never, roles)
  for (const arn of [MACHINE, `${MACHINE}/M`, `${MACHINE}/M/N`]) {
    expect(ownMachine(arn)).toBe(MACHINE)
    expect(roleArnOf({ roles, account } as never, arn)).toBe('arn:role')
    const other = roleArnOf({ roles: new Map(), account } as never, arn)
    expect(other).toBe(`arn:aws:iam::${account}:role/machine`)
    requireRight(arn, 'yes', 'r')
    expect(() => requireRight(arn, 'no', 'r')).toThrow('is not authorized')
  }
  const user = new Map([[MACHINE, { kind: 'user', userArn: 'arn:user' } as const]])
  expect(roleArnOf({ roles: user, account } as never, MACHINE)).toContain(':role/machine')
  requireRight('arn:other', 'no', 'r')
  expect(asked).toEqual(Array(6).fill(role))
})

/** Step Functions service quotas. */
test.each([
  ['one Assign', 262_144, {}, 'Assign: more than 262144 bytes'],
  ['all variables', 9, { a: 'x'.repeat(10_485_760 - 16) }, 'variables: more than 10485760 bytes'],
])('%s has %i bytes at most', async (_, most, variables, says) => {
  const { root } = runIn('Pass', { variables })
  Object.assign(root.run.engine, { evaluator: createEvaluator({}), roles: new Map() })
  const assign = (bytes: number) => fillAssign(root, { b: 'x'.repeat(bytes - 8) }, {})
  expect(await assign(most)).toEqual({ b: 'x'.repeat(most - 8) })
  await expect(assign(most + 1)).rejects.toMatchObject({
    error: 'States.DataLimitExceeded',
    cause: says,
  })
})

test.each([
  [{}, '1970-01-01T00:00:01Z'],
  [{ redriven: 2_999 }, '1970-01-01T00:00:02Z'],
  [{ redriven: 2_000, stopped: 3_000 }, '1970-01-01T00:00:03Z'],
])('a change of status with %j is of %s', (times, time) => {
  const row = { started: 1_000, redriven: null, stopped: null, output: null, ...times }
  expect(statusChangeEvent({ region, account }, row as ExecutionRow, 'id')).toMatchObject({ time })
})

/** An engine without an endpoint, whose functions answer at once. */
function engineOf(): Engine {
  const clock = virtualClock()
  const random = () => 0.5
  const evaluator = createEvaluator(queryFunctions(clock, random))
  const store = openStore(tempDir())
  onTestFinished(() => store.close())
  const machineOf = createDefinitionReader({ store, evaluator })
  const answer = async () => ({ payload: 1 })
  return createEngine({
    store,
    clock,
    random,
    evaluator,
    machineOf,
    region,
    account,
    invoke: answer,
  })
}

function begin(engine: Engine, definition: object): ExecutionRow {
  engine.store.machines.save(MACHINE, 'machine', JSON.stringify(definition), 0)
  const { StartAt } = definition as Flow
  const named = { name: 'one', input: '{}' }
  return createExecution(engine, engine.store.machines.find(MACHINE)!, StartAt, named)
}

test('a flow lets others run after every 32 states', async () => {
  const engine = engineOf()
  const states = Array.from({ length: 80 }, (_, at): [string, object] => [
    `S${at + 1}`,
    { Type: 'Pass', ...(at < 79 ? { Next: `S${at + 2}` } : { End: true }) },
  ])
  const { arn } = begin(engine, machine(Object.fromEntries(states)))
  const { root } = engine.runs.get(arn)!
  const at: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await setImmediate()
    at.push(root!.frame.state)
  }
  expect(at).toEqual(['S32', 'S64', 'S80'])
  expect(engine.store.executions.find(arn)?.status).toBe('SUCCEEDED')
})

/** Step Functions service quotas. */
test('a history has 25,000 events at most', async () => {
  const { run, root } = runIn('Pass')
  root.abort.abort()
  run.lastEvent = 24_999
  await expect(runBranch(root)).rejects.toThrow(BranchStopped)
  run.lastEvent = 25_000
  await expect(runBranch(root)).rejects.toMatchObject({
    error: 'States.Runtime',
    cause: 'the history has reached 25000 events',
  })
})

test('of an execution that has ended nothing stays in memory', async () => {
  const engine = engineOf()
  const { arn, id } = begin(
    engine,
    machine({
      M: {
        Type: 'Map',
        Items: [1, 2],
        ItemProcessor: {
          ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
          StartAt: 'I',
          States: { I: invoke('each') },
        },
        End: true,
      },
    }),
  )
  await expect.poll(() => engine.store.executions.find(arn)?.status).toBe('SUCCEEDED')
  expect(engine.store.executions.find(arn)?.output).toBe('[1,1]')
  expect([engine.runs, engine.children, engine.waiters].map(({ size }) => size)).toEqual([0, 0, 0])
  expect(engine.store.frames.all(id).size).toBe(0)
  expect(engine.store.mapRuns.ofExecution(id, 10, 0)).toMatchObject([
    { concurrency: 10_000, taken: 2, status: 'SUCCEEDED' },
  ])
})

test('a definition is read once', () => {
  let read = 0
  const body = () => {
    read += 1
    return JSON.stringify(machine({ A: { Type: 'Succeed' } }))
  }
  const store = { machines: { body } } as unknown as Engine['store']
  const machineOf = createDefinitionReader({ store, evaluator: createEvaluator({}) })
  expect(machineOf('hash')).toBe(machineOf('hash'))
  expect(read).toBe(1)
})
