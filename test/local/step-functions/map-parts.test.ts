import { expect, test } from 'vitest'
import { callAt } from '../../../local/step-functions/clock.ts'
import type { MapState, Retrier } from '../../../local/step-functions/definition/schema.ts'
import type { Json } from '../../../local/step-functions/json.ts'
import { isObject, jsonBytes } from '../../../local/step-functions/json.ts'
import { batchItems } from '../../../local/step-functions/map-run/batch-items.ts'
import { childrenOf } from '../../../local/step-functions/map-run/map-children.ts'
import { readItems } from '../../../local/step-functions/map-run/read-items.ts'
import { readLines } from '../../../local/step-functions/map-run/read-lines.ts'
import {
  failureThresholds,
  toleratedFailures,
} from '../../../local/step-functions/map-run/tolerance.ts'
import { createEvaluator } from '../../../local/step-functions/query/evaluator.ts'
import type { Branch, Engine } from '../../../local/step-functions/run/engine.ts'
import { numberField } from '../../../local/step-functions/run/number-field.ts'
import { takeRetry } from '../../../local/step-functions/run/retry.ts'
import {
  asStateError,
  matchesError,
  StateError,
} from '../../../local/step-functions/state-error.ts'
import {
  readCall,
  taskEvent,
  taskValue,
} from '../../../local/step-functions/states/task-resource.ts'
import { createStatusChangeDelivery } from '../../../local/step-functions/status-change-delivery.ts'
import type { Frame } from '../../../local/step-functions/store/frames.ts'
import type { Store } from '../../../local/step-functions/store/open-store.ts'
import { virtualClock } from './virtual-clock.ts'

/** A branch whose templates hold no expressions. */
const branch = {
  run: {
    engine: { evaluator: createEvaluator({}), store: {}, account: '1', roles: new Map() },
    row: { machine: 'm', started: 0 },
  },
  frame: { input: {}, variables: {}, token: null },
  parent: null,
  item: null,
} as unknown as Branch

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of source) found.push(one)
  return found
}

async function* of<T>(...values: T[]) {
  yield* values
}

async function batches(ItemBatcher: object | undefined, ...items: Json[]) {
  const state = { ...(ItemBatcher && { ItemBatcher }) } as MapState
  return (await all(batchItems(branch, state, of(...items)))).map(({ input, items }) => [
    input,
    items,
  ])
}

test('without a batcher each item is an input', async () => {
  expect(await batches(undefined, 1, 'a')).toEqual([
    [1, 1],
    ['a', 1],
  ])
})

test('a batch ends at its number of items', async () => {
  expect(await batches({ MaxItemsPerBatch: 2 }, 1, 2, 3)).toEqual([
    [{ Items: [1, 2] }, 2],
    [{ Items: [3] }, 1],
  ])
  expect(await batches({ MaxItemsPerBatch: 0, BatchInput: { a: 1 } }, 1, 2)).toEqual([
    [{ BatchInput: { a: 1 }, Items: [1, 2] }, 2],
  ])
  expect(await batches({ MaxItemsPerBatch: 2 })).toEqual([])
})

test('a batch has the bytes that its input may have, and a larger item is alone', async () => {
  // `{"Items":["aa","bb"]}` is 22 bytes with a comma for each item.
  expect(await batches({ MaxInputBytesPerBatch: 24 }, 'aa', 'bb', 'cc', 'dd')).toHaveLength(2)
  expect(await batches({ MaxInputBytesPerBatch: 23 }, 'aa', 'bb', 'cc')).toHaveLength(3)
  const [[first]] = (await batches({ MaxInputBytesPerBatch: 24 }, 'aa', 'bb')) as [[Json]]
  expect(jsonBytes(first)).toBeLessThanOrEqual(24)
  expect(await batches({ MaxInputBytesPerBatch: 5 }, 'long', 'b')).toHaveLength(2)
  const half = 'x'.repeat(131_000)
  expect(await batches({}, half, half)).toHaveLength(1)
  expect(
    await batches({ MaxInputBytesPerBatch: 9_999_999 }, `${half}${'x'.repeat(200)}`, half),
  ).toHaveLength(2)
})

test('a number of a state is whole, and within its bounds', async () => {
  expect(await numberField(branch, 'F', undefined)).toBeNull()
  for (const value of [0, 99_999_999]) expect(await numberField(branch, 'F', value)).toBe(value)
  for (const value of [-1, 100_000_000, 1.5, '1']) {
    await expect(numberField(branch, 'F', value)).rejects.toMatchObject({
      error: 'States.QueryEvaluationError',
      cause: "The field 'F' must be an integer from 0 to 99999999.",
    })
  }
  const share = { min: 0, max: 100, integer: false }
  for (const value of [0, 0.5, 100])
    expect(await numberField(branch, 'F', value, share)).toBe(value)
  await expect(numberField(branch, 'F', 100.5, share)).rejects.toThrow('a number from 0 to 100')
})

test('a share of failures is from 0 to 100, not only whole', async () => {
  const share = async (ToleratedFailurePercentage: number) =>
    (await failureThresholds(branch, { ToleratedFailurePercentage } as MapState)).share
  expect([await share(0), await share(0.5), await share(100)]).toEqual([0, 0.5, 100])
  await expect(share(100.5)).rejects.toThrow('a number from 0 to 100')
})

/** The items of a map whose object is this text, and what was asked for. */
async function itemsOf(text: string, state: object, { skip = 0, input = {} as Json } = {}) {
  const opened: unknown[] = []
  const objects = {
    open: async (place: object) => {
      opened.push(place)
      return of(Buffer.from(text))
    },
    list: (bucket: string, prefix: string) => of<Json>({ bucket }, { prefix }),
  }
  const run = { ...branch.run, engine: { ...branch.run.engine, objectsOf: () => objects } }
  const reading = { ...branch, run, pending: [], frame: { ...branch.frame, input } }
  const items = await all(
    readItems(reading as unknown as Branch, { Type: 'Map', ...state } as unknown as MapState, skip),
  )
  return { items, opened }
}

const LIST = 'arn:aws:states:::s3:listObjectsV2'
const reading = (Arguments: Json, ReaderConfig: object = { InputType: 'JSONL' }) => ({
  ItemReader: { Resource: 'arn:aws:states:::s3:getObject', Arguments, ReaderConfig },
})

test('items are the lines of an object that are not blank, as many as are wanted', async () => {
  const text = '1\n\n  \n2\n3'
  const place = { Bucket: 'b', Key: 'k' }
  expect(await itemsOf(text, reading(place))).toEqual({
    items: [1, 2, 3],
    opened: [{ bucket: 'b', key: 'k' }],
  })
  const config = (MaxItems: number) => reading(place, { InputType: 'JSONL', MaxItems })
  expect((await itemsOf(text, config(2))).items).toEqual([1, 2])
  expect((await itemsOf(text, config(0))).items).toEqual([])
  expect((await itemsOf(text, config(4))).items).toEqual([1, 2, 3])
  expect((await itemsOf(text, reading(place), { skip: 2 })).items).toEqual([3])
  const csv = reading(place, { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' })
  expect((await itemsOf('a\n1', csv)).items).toEqual([{ a: '1' }])
  const { opened } = await itemsOf(text, reading({ ...place, VersionId: 'v' }))
  expect(opened).toEqual([{ bucket: 'b', key: 'k', version: 'v' }])
})

test('items are those of a listing, of a list, or of the input, and know their place', async () => {
  const listed = (Arguments: Json) => ({ ItemReader: { Resource: LIST, Arguments } })
  expect((await itemsOf('', listed({ Bucket: 'b', Prefix: 'p' }))).items).toEqual([
    { bucket: 'b' },
    { prefix: 'p' },
  ])
  expect((await itemsOf('', listed({ Bucket: 'b' }))).items[1]).toEqual({ prefix: '' })
  expect((await itemsOf('', {}, { input: ['x'] })).items).toEqual(['x'])
  const ItemSelector = { at: '{% $states.context.Map.Item %}' }
  expect((await itemsOf('', { Items: ['x', 'y'], ItemSelector }, { skip: 1 })).items).toEqual([
    { at: { Index: 1, Value: 'y' } },
  ])
})

test.each([
  [reading({ Bucket: 'b' }), 'Arguments need a Bucket and a Key'],
  [reading({ Key: 'k' }), 'Arguments need a Bucket and a Key'],
  [reading('b'), 'Arguments must be an object'],
])('items of %j cannot be read', async (state, cause) => {
  await expect(itemsOf('', state)).rejects.toMatchObject({
    error: 'States.ItemReaderFailed',
    cause,
  })
})

test('items must be a list', async () => {
  const error = { error: 'States.QueryEvaluationError' }
  await expect(itemsOf('', { Items: {} })).rejects.toMatchObject(error)
})

test('the children of a map run are read in pages, all of them', () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ id: at + 1 }))
  const asked: number[] = []
  const page = (_: number, limit: number, after: number) => {
    asked.push(after)
    return rows.slice(after, after + limit)
  }
  const store = { mapRuns: { page } }
  expect([...childrenOf({ store } as never, { id: 1 } as never)]).toEqual(rows)
  expect(asked).toEqual([0, 500, 1_000])
})

test.each([
  [null, null, 10, null],
  [2, null, 10, 2],
  [null, 25, 10, 2],
  [null, 100, 10, 10],
  [3, 20, 10, 2],
  [1, 20, 10, 1],
  [0, null, 10, 0],
])('a count of %s and a share of %s of %i: %s', (count, share, total, expected) => {
  expect(toleratedFailures({ count, share }, total)).toBe(expected)
})

test('lines end with LF or CRLF, however their bytes come, and have an end', async () => {
  const lines = (...texts: string[]) =>
    all(readLines(of(...texts.map((text) => Buffer.from(text)))))
  expect(await lines('a\r\nb', 'c\n', '\nd\r')).toEqual(['a', 'bc', '', 'd'])
  expect(await lines('a\n')).toEqual(['a'])
  expect(await lines('\ufeffa', 'b')).toEqual(['ab'])
  expect(await lines('a\rb\nc\rd')).toEqual(['a\rb', 'c\rd'])
  const longest = 'x'.repeat(262_144)
  expect(await lines(longest, '\n')).toEqual([longest])
  await expect(lines(`${longest}x`, '\n')).rejects.toThrow('a line has more than 262144 bytes')
  await expect(all(readLines(of(Buffer.from([0xff, 10]))))).rejects.toThrow()
})

/** Developer Guide, "Handling errors in Step Functions workflows". */
test.each([
  ['Custom', 'Custom', true],
  ['Custom', 'Other', false],
  ['States.ALL', 'Custom', true],
  ['States.ALL', 'States.Timeout', true],
  ['States.ALL', 'States.DataLimitExceeded', false],
  ['States.ALL', 'States.Runtime', false],
  ['States.Runtime', 'States.Runtime', true],
  ['States.TaskFailed', 'Custom', true],
  ['States.TaskFailed', 'States.Timeout', false],
  ['States.TaskFailed', 'States.HeartbeatTimeout', false],
  ['States.TaskFailed', 'States.DataLimitExceeded', false],
  ['States.Timeout', 'States.Timeout', true],
  ['States.Timeout', 'States.HeartbeatTimeout', true],
  ['States.Timeout', 'Custom', false],
  ['States.HeartbeatTimeout', 'States.Timeout', false],
])('%s matches %s: %s', (name, error, matches) => {
  expect(matchesError(['Nothing', name], error)).toBe(matches)
})

test('what is no error of a state is one of the interpreter', () => {
  const error = new StateError('Custom', 'why')
  expect(asStateError(error)).toBe(error)
  expect(asStateError(new TypeError('bug'))).toMatchObject({
    error: 'States.Runtime',
    cause: 'bug',
  })
  expect(asStateError('bug')).toMatchObject({ error: 'States.Runtime', cause: 'bug' })
})

/** The pauses of a retrier in milliseconds, until it gives up. */
function pauses(retrier: Omit<Retrier, 'ErrorEquals'>, random = 0.5): number[] {
  const frame = { retries: [], retryCount: 0 } as unknown as Frame
  const failure = new StateError('Custom', '')
  const found: number[] = []
  for (;;) {
    const pause = takeRetry([{ ErrorEquals: ['Custom'], ...retrier }], frame, failure, () => random)
    if (pause === null) return found
    found.push(pause)
    expect(frame.retryCount).toBe(found.length)
  }
}

test('a retrier tries three times after 1, 2 and 4 seconds where it says nothing', () => {
  expect(pauses({})).toEqual([1_000, 2_000, 4_000])
  expect(pauses({ MaxAttempts: 0 })).toEqual([])
  expect(pauses({ IntervalSeconds: 3, BackoffRate: 1.5, MaxAttempts: 2 })).toEqual([3_000, 4_500])
  expect(pauses({ MaxDelaySeconds: 3 })).toEqual([1_000, 2_000, 3_000])
  expect(pauses({ JitterStrategy: 'FULL' }, 0.25)).toEqual([250, 500, 1_000])
  expect(pauses({ JitterStrategy: 'NONE' }, 0.25)).toEqual([1_000, 2_000, 4_000])
  expect(pauses({ IntervalSeconds: 99_999_999 })).toEqual(Array(3).fill(99_999_999_000))
})

test('each retrier counts its own retries, and the first that matches is used', () => {
  const frame = { retries: [], retryCount: 0 } as unknown as Frame
  const retriers = [
    { ErrorEquals: ['A'], IntervalSeconds: 10, MaxAttempts: 1 },
    { ErrorEquals: ['States.ALL'] },
  ]
  const take = (error: string) => takeRetry(retriers, frame, new StateError(error, ''), () => 0)
  expect([take('A'), take('B'), take('A'), take('B')]).toEqual([10_000, 1_000, null, 2_000])
  expect(frame).toEqual({ retries: [1, 2], retryCount: 3 })
  expect(takeRetry([], frame, new StateError('A', ''), () => 0)).toBeNull()
})

test('a timer waits as long as it must, in steps that a timer can have', async () => {
  const clock = virtualClock(0)
  const fired: number[] = []
  callAt(clock, 2 ** 31 + 5, () => fired.push(clock.now()))
  callAt(clock, -5, () => fired.push(clock.now()))
  const cancel = callAt(clock, 10, () => fired.push(clock.now()))
  cancel()
  await clock.advance(2 ** 31 + 4)
  expect(fired).toEqual([0])
  await clock.advance(1)
  expect(fired).toEqual([0, 2 ** 31 + 5])
  const delays: number[] = []
  const setTimeout = (_: () => void, ms: number) => {
    delays.push(ms)
    return () => {}
  }
  callAt({ now: () => 0, setTimeout }, 2 ** 40, () => {})
  expect(delays).toEqual([2 ** 31 - 1])
})

test('a change of status that is not taken is told again, after pauses that double up to a minute', async () => {
  const clock = virtualClock(0)
  const message = { id: 1, body: '{"id":"a"}', attempts: 0, due: 0 }
  const tried: number[] = []
  const outbox = {
    due: (now: number) => (message.due <= now ? message : undefined),
    nextDue: () => message.due,
    postpone: (_: number, due: number) => {
      message.attempts += 1
      message.due = due
    },
  }
  const delivery = createStatusChangeDelivery({ outbox } as unknown as Store, clock, () => {
    tried.push(clock.now())
    throw new Error('busy')
  })
  delivery.wake()
  delivery.wake()
  await clock.advance(250_000)
  const after = tried.map((at, index) => at - (tried[index - 1] ?? 0))
  expect(after).toEqual([
    0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ])
  // One that comes between waits with the others, for one timer.
  delivery.wake()
  await clock.advance(0)
  expect(clock.timers()).toBe(1)
  delivery.close()
  expect(clock.timers()).toBe(0)
  delivery.wake()
  await clock.advance(250_000)
  expect(tried).toHaveLength(after.length)
})

const INVOKE = { kind: 'invoke', callback: false, name: 'invoke' } as const
const LAMBDA = { kind: 'lambda', callback: false, name: 'arn:f' } as const
const engine = { region: 'us-east-1', account: '1' } as unknown as Engine

test('a task calls the function that it names, with its payload', () => {
  expect(readCall(LAMBDA, { a: 1 }, engine)).toEqual({ arn: 'arn:f', payload: { a: 1 } })
  const call = (args: Json) => readCall(INVOKE, args, engine)
  expect(call({ FunctionName: 'f' })).toEqual({
    arn: 'arn:aws:lambda:us-east-1:1:function:f',
    payload: {},
  })
  expect(call({ FunctionName: 'arn:g', Payload: 1 })).toEqual({ arn: 'arn:g', payload: 1 })
  for (const args of [{}, { FunctionName: 1 }, [], 'f', null]) {
    expect(() => call(args)).toThrow('Arguments/FunctionName must be the name or ARN')
  }
})

test('the result of a task is the payload, or what the integration answers around it', () => {
  expect(taskValue(LAMBDA, { a: 1 })).toEqual({ a: 1 })
  expect(taskValue(INVOKE, 7)).toEqual({
    ExecutedVersion: '$LATEST',
    Payload: 7,
    SdkHttpMetadata: { HttpStatusCode: 200 },
    SdkResponseMetadata: {},
    StatusCode: 200,
  })
})

const scheduled = (timeout: number | null, heartbeat: number | null) =>
  ({ stage: 'Scheduled', args: 1, region: 'r', timeout, heartbeat }) as const
const WHICH = { resourceType: 'lambda', resource: 'invoke' }
const WHOLE = { truncated: false }

test.each([
  [LAMBDA, { stage: 'Started' }, ['LambdaFunctionStarted', {}]],
  [INVOKE, { stage: 'Started' }, ['TaskStarted', { taskStartedEventDetails: WHICH }]],
  [
    LAMBDA,
    scheduled(null, 3),
    [
      'LambdaFunctionScheduled',
      {
        lambdaFunctionScheduledEventDetails: { resource: 'arn:f', input: '1', inputDetails: WHOLE },
      },
    ],
  ],
  [
    INVOKE,
    scheduled(2, 3),
    [
      'TaskScheduled',
      {
        taskScheduledEventDetails: {
          ...WHICH,
          region: 'r',
          parameters: '1',
          timeoutInSeconds: 2,
          heartbeatInSeconds: 3,
        },
      },
    ],
  ],
  [
    INVOKE,
    scheduled(null, null),
    ['TaskScheduled', { taskScheduledEventDetails: { ...WHICH, region: 'r', parameters: '1' } }],
  ],
  [
    LAMBDA,
    { stage: 'Failed', error: 'E', cause: 'c' },
    ['LambdaFunctionFailed', { lambdaFunctionFailedEventDetails: { error: 'E', cause: 'c' } }],
  ],
  [
    INVOKE,
    { stage: 'Succeeded', output: 5 },
    [
      'TaskSucceeded',
      { taskSucceededEventDetails: { ...WHICH, output: '5', outputDetails: WHOLE } },
    ],
  ],
] as const)('%# of a history', (resource, stage, event) => {
  expect(taskEvent(resource, stage)).toEqual(event)
})

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['a', false],
  [undefined, false],
])('%j is an object: %s', (value, is) => {
  expect(isObject(value)).toBe(is)
})
