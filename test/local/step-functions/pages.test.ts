import { expect, test } from 'vitest'
import { describeExecution } from '../../../local/step-functions/api/describe-execution.ts'
import { describeMapRun } from '../../../local/step-functions/api/describe-map-run.ts'
import { getExecutionHistory } from '../../../local/step-functions/api/get-execution-history.ts'
import { listExecutions } from '../../../local/step-functions/api/list-executions.ts'
import { listMapRuns } from '../../../local/step-functions/api/list-map-runs.ts'
import { listStateMachines } from '../../../local/step-functions/api/list-state-machines.ts'
import { pageToken } from '../../../local/step-functions/api/read-request.ts'
import { sendTaskHeartbeat } from '../../../local/step-functions/api/send-task-heartbeat.ts'
import { sendTaskSuccess } from '../../../local/step-functions/api/send-task-success.ts'
import type { Engine } from '../../../local/step-functions/run/engine.ts'
import { newToken } from '../../../local/step-functions/store/tokens.ts'

const ARN = 'arn:aws:states:us-east-1:000000000000:execution:machine:one'
const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:machine'

const ROW = {
  id: 1,
  arn: ARN,
  machine: MACHINE,
  name: 'one',
  status: 'RUNNING',
  started: 1_000,
  stopped: null,
  redrives: 0,
  redriven: null,
  input: '{}',
  output: null,
  error: null,
  cause: null,
}
const RUNS = [1, 2, 3].map((id) => ({
  id,
  arn: `run${id}`,
  execution: 1,
  started: id * 1_000,
  concurrency: 7,
  status: 'RUNNING',
  stopped: id === 2 ? 9_000 : null,
}))

/** An engine whose stores hold one execution, three of everything that is listed, and no more. */
function engineOf(row: object = {}) {
  const after =
    <T>(all: readonly T[], place: (one: T) => number | string) =>
    (limit: number, from: number | string) =>
      all.filter((one) => place(one) > from).slice(0, limit)
  const machines = ['a', 'b', 'c'].map((name) => ({ arn: `of ${name}`, name, created: 500 }))
  const tallies = [
    { status: 'SUCCEEDED', executions: 2, items: 20 },
    { status: 'RUNNING', executions: 1, items: 5 },
    { status: 'FAILED', executions: 3, items: 3 },
    { status: 'TIMED_OUT', executions: 4, items: 4 },
    { status: 'ABORTED', executions: 5, items: 6 },
  ]
  const children = [1, 2, 3].map((id) => ({ ...ROW, id, name: `child${id}` }))
  const events = [1, 2, 3].map((id) => ({
    id,
    previous: id - 1,
    type: 'PassStateEntered',
    at: id * 1_000,
    details: JSON.stringify({ stateEnteredEventDetails: { name: 'A', input: '1' } }),
  }))
  return {
    store: {
      executions: {
        find: () => ({ ...ROW, ...row }),
        byId: () => ROW,
        page: ({ limit, before }: { limit: number; before: number }) =>
          children
            .toReversed()
            .filter(({ id }) => id < before)
            .slice(0, limit),
      },
      machines: {
        find: () => ({ arn: MACHINE }),
        list: after(machines, ({ name }) => name),
      },
      mapRuns: {
        find: (arn: string) => RUNS.find((run) => run.arn === arn),
        ofExecution: (_: number, limit: number, from: number) =>
          after(RUNS, ({ id }) => id)(limit, from),
        tally: () => tallies,
        page: (_: number, limit: number, from: number) =>
          after(children, ({ id }) => id)(limit, from),
      },
      history: {
        page: (_: number, from: number, limit: number, reverse: boolean) =>
          reverse
            ? events
                .toReversed()
                .filter(({ id }) => id < from)
                .slice(0, limit)
            : after(events, ({ id }) => id)(limit, from),
      },
    },
  } as unknown as Engine
}

type Page = { nextToken?: string }

/** Each listing with what it lists. */
test.each<[string, (engine: Engine, body: unknown) => object, string, object, string[]]>([
  ['map runs', listMapRuns, 'mapRuns/mapRunArn', { executionArn: ARN }, ['run1', 'run2', 'run3']],
  ['state machines', listStateMachines, 'stateMachines/name', {}, ['a', 'b', 'c']],
  [
    'executions, newest first',
    listExecutions,
    'executions/name',
    { stateMachineArn: MACHINE },
    ['child3', 'child2', 'child1'],
  ],
  [
    'children of a map run, oldest first',
    listExecutions,
    'executions/name',
    { mapRunArn: 'run1' },
    ['child1', 'child2', 'child3'],
  ],
  ['events', getExecutionHistory, 'events/id', { executionArn: ARN }, ['1', '2', '3']],
  [
    'events, newest first',
    getExecutionHistory,
    'events/id',
    { executionArn: ARN, reverseOrder: true },
    ['3', '2', '1'],
  ],
])('%s come page by page', (_, action, path, body, all) => {
  const [list = '', name = ''] = path.split('/')
  const page = (more: object) => {
    const answer = action(engineOf(), { ...body, ...more }) as Page & Record<string, object[]>
    return {
      names: answer[list]?.map((one) => String((one as Record<string, unknown>)[name])),
      nextToken: answer.nextToken,
    }
  }
  for (const maxResults of [3, 4, 0]) {
    expect(page({ maxResults })).toEqual({ names: all, nextToken: undefined })
  }
  const first = page({ maxResults: 2 })
  expect(first.names).toEqual(all.slice(0, 2))
  if (list !== 'events') {
    expect(page({ maxResults: 2, nextToken: first.nextToken })).toEqual({
      names: all.slice(2),
      nextToken: undefined,
    })
  }
})

test('a page of events tells which comes next', () => {
  const answer = getExecutionHistory(engineOf(), { executionArn: ARN, maxResults: 2 }) as Page
  expect(answer.nextToken).toBe(pageToken(3))
})

test('an event is told with its data, or without', () => {
  const first = (more: object) =>
    (getExecutionHistory(engineOf(), { executionArn: ARN, ...more }) as { events: object[] })
      .events[0]
  const event = { timestamp: 1, type: 'PassStateEntered', id: 1, previousEventId: 0 }
  const named = { ...event, stateEnteredEventDetails: { name: 'A' } }
  expect(first({ includeExecutionData: false })).toEqual(named)
  expect(first({})).toEqual({ ...event, stateEnteredEventDetails: { name: 'A', input: '1' } })
})

test('executions are those of a state machine or of a map run', () => {
  for (const body of [{}, { stateMachineArn: MACHINE, mapRunArn: 'run1' }]) {
    expect(() => listExecutions(engineOf(), body)).toThrow('exactly one of')
  }
  expect(() => listExecutions(engineOf(), { mapRunArn: 'other' })).toThrow(
    expect.objectContaining({ name: 'ResourceNotFound' }),
  )
})

test('a map run is listed with its times, and state machines with theirs', () => {
  const { mapRuns } = listMapRuns(engineOf(), { executionArn: ARN }) as { mapRuns: object[] }
  const of = { executionArn: ARN, stateMachineArn: MACHINE }
  expect(mapRuns.slice(0, 2)).toEqual([
    { ...of, mapRunArn: 'run1', startDate: 1 },
    { ...of, mapRunArn: 'run2', startDate: 2, stopDate: 9 },
  ])
  const { stateMachines } = listStateMachines(engineOf(), {}) as { stateMachines: object[] }
  expect(stateMachines[0]).toEqual({
    stateMachineArn: 'of a',
    name: 'a',
    type: 'STANDARD',
    creationDate: 0.5,
  })
})

test('a map run is described with its items and executions by their status', () => {
  const none = { pending: 0, resultsWritten: 0 }
  expect(describeMapRun(engineOf(), { mapRunArn: 'run2' })).toEqual({
    mapRunArn: 'run2',
    executionArn: ARN,
    status: 'RUNNING',
    startDate: 2,
    stopDate: 9,
    maxConcurrency: 7,
    toleratedFailurePercentage: 0,
    toleratedFailureCount: 0,
    itemCounts: {
      ...none,
      total: 38,
      running: 5,
      succeeded: 20,
      failed: 3,
      timedOut: 4,
      aborted: 6,
    },
    executionCounts: {
      ...none,
      total: 15,
      running: 1,
      succeeded: 2,
      failed: 3,
      timedOut: 4,
      aborted: 5,
    },
  })
  expect(describeMapRun(engineOf(), { mapRunArn: 'run1' })).not.toHaveProperty('stopDate')
})

test.each([
  ['RUNNING', 'NOT_REDRIVABLE'],
  ['SUCCEEDED', 'NOT_REDRIVABLE'],
  ['FAILED', 'REDRIVABLE'],
  ['TIMED_OUT', 'REDRIVABLE'],
  ['ABORTED', 'REDRIVABLE'],
])('an execution that is %s is %s', (status, redriveStatus) => {
  const described = describeExecution(engineOf({ status }), { executionArn: ARN })
  expect(described).toMatchObject({ status, redriveStatus })
})

test('an execution is described with all that it has', () => {
  const described = (row: object) => describeExecution(engineOf(row), { executionArn: ARN })
  const running = {
    executionArn: ARN,
    stateMachineArn: MACHINE,
    name: 'one',
    status: 'RUNNING',
    startDate: 1,
    redriveCount: 0,
    input: '{}',
    inputDetails: { included: true },
    redriveStatus: 'NOT_REDRIVABLE',
  }
  expect(described({})).toEqual(running)
  expect(described({ error: '', cause: '' })).toEqual(running)
  const ended = {
    stopped: 2_000,
    redriven: 1_500,
    redrives: 1,
    output: '1',
    error: 'E',
    cause: 'c',
  }
  expect(described(ended)).toEqual({
    ...running,
    stopDate: 2,
    redriveDate: 1.5,
    redriveCount: 1,
    output: '1',
    error: 'E',
    cause: 'c',
    outputDetails: { included: true },
  })
})

/** An engine with one open token, which a task waits for. */
function waitingEngine(heartbeatMs: number | null) {
  const token = newToken()
  const told: unknown[] = []
  const tell =
    (what: string) =>
    (...args: unknown[]) =>
      void told.push([what, ...args])
  const row = { open: true, outcome: null, timeoutAt: null, heartbeatAt: null, heartbeatMs }
  const tokens = { find: () => row, answer: tell('stored'), beat: tell('kept') }
  const engine = { store: { tokens }, clock: { now: () => 100 } } as unknown as Engine
  engine.waiters = new Map([[token, { settle: tell('settled'), beat: tell('beaten') }]]) as never
  return { engine, token, told }
}

test('a heartbeat sets the time of a task that has one', () => {
  const { engine, token, told } = waitingEngine(50)
  expect(sendTaskHeartbeat(engine, { taskToken: token })).toEqual({})
  expect(told).toEqual([
    ['kept', token, 150],
    ['beaten', 150],
  ])
  const without = waitingEngine(null)
  expect(sendTaskHeartbeat(without.engine, { taskToken: without.token })).toEqual({})
  expect(without.told).toEqual([])
})

test('a success is stored before who waits is told, and has 262,144 bytes of JSON at most', () => {
  const { engine, token, told } = waitingEngine(null)
  const send = (output: string) => sendTaskSuccess(engine, { taskToken: token, output })
  expect(send('{"a":1}')).toEqual({})
  expect(told).toEqual([
    ['stored', token, { output: { a: 1 } }],
    ['settled', { output: { a: 1 } }],
  ])
  expect(send(JSON.stringify('x'.repeat(262_142)))).toEqual({})
  for (const output of [JSON.stringify('x'.repeat(262_143)), '{']) {
    expect(() => send(output)).toThrow(expect.objectContaining({ name: 'InvalidOutput' }))
  }
})
