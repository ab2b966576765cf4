import { expect, test } from 'vitest'
import { timelineOf } from '../../../../functions/operate/timeline/timeline.ts'
import { entered, event, exited, FAILED, HISTORY, TOLD } from './histories.ts'

test('a history tells apart what runs at the same time, what worked, waited and paused', () => {
  const [first, map, none, two, ...more] = timelineOf(HISTORY, 1_002_000)
  expect(more).toEqual([])
  expect(first).toEqual({
    state: 'PreProcess',
    atMs: 0,
    ms: 1000,
    open: false,
    task: 'one',
    errors: ['ServiceBusy'],
    stretches: [
      { kind: 'work', atMs: 0, ms: 100 },
      { kind: 'pause', atMs: 100, ms: 300 },
      { kind: 'work', atMs: 400, ms: 100 },
      { kind: 'wait', atMs: 500, ms: 500 },
    ],
  })
  expect(map).toMatchObject({ state: 'EachTarget', atMs: 1000, ms: 1000, open: true })
  expect(none).toMatchObject({ state: 'CreateTask', target: 0, ms: 1000, open: true })
  expect(two).toMatchObject({ state: 'CreateTask', target: 1, ms: 500, open: false, task: 'two' })
})

test('a Map that is left while a target is under way ends, and what follows is of no target', () => {
  const [, map, first, second, after, next] = timelineOf(
    [
      ...HISTORY,
      entered(26, 20, 1550, 'Deliver'),
      event(21, 26, 1600, 'MapIterationFailed'),
      event(22, 21, 1600, 'MapStateFailed'),
      exited(23, 22, 1600, 'EachTarget'),
      entered(24, 23, 1700, 'RecordFailure'),
      exited(25, 24, 1800, 'Nobody'),
    ],
    1_002_000,
  )
  expect(map).toMatchObject({ state: 'EachTarget', ms: 600, open: false })
  expect(first).toMatchObject({ target: 0, ms: 1000, open: true })
  expect(second).toMatchObject({ target: 1, ms: 500, open: false })
  expect(after).toMatchObject({ state: 'Deliver', target: 1, open: true })
  expect(next).toMatchObject({ state: 'RecordFailure', ms: 300, open: true })
  expect(next).not.toHaveProperty('target')
})

test('an iteration that does not say which it is counts as the first one', () => {
  const mapIterationStartedEventDetails = { name: 'EachTarget' }
  const [entry] = timelineOf([
    event(1, 0, 0, 'MapIterationStarted', { mapIterationStartedEventDetails }),
    entered(2, 1, 0, 'CreateTask'),
  ])
  expect(entry).toMatchObject({ state: 'CreateTask', target: 0 })
})

test('a timeline of nothing is nothing', () => {
  expect(timelineOf([])).toEqual([])
})

test('a failed execution ends when it ended, and the state that failed is named', () => {
  const [first, record, failed] = timelineOf(FAILED, 9_000_000)
  expect(first).toMatchObject({ ms: 400, open: false, failed: 'NoTarget' })
  expect(record).not.toHaveProperty('failed')
  expect(failed).toMatchObject({ state: 'Failed', atMs: 600, ms: 400, open: false })
})

test('the state whose task ended in an error failed, not the one that tells of it', () => {
  const timeline = timelineOf(TOLD, 9_000_000)
  expect(timeline[0]).toMatchObject({ state: 'CreateTask', failed: 'TaskFailed', task: 'one' })
  expect(timeline[1]).toMatchObject({ state: 'Deliver', errors: [], tells: 'CreateTask' })
  expect(timeline[1]).not.toHaveProperty('failed')
})

test('a state that could not create its task failed, not the one that delivers', () => {
  const refused = (id: number, before: number, error: string) =>
    event(id, before, 400, 'TaskFailed', {
      taskFailedEventDetails: { resourceType: 'lambda', resource: 'invoke', error },
    })
  const timeline = timelineOf([
    event(1, 0, 0, 'ExecutionStarted'),
    entered(2, 0, 0, 'CreateTask'),
    event(3, 2, 0, 'TaskScheduled'),
    refused(4, 3, 'UnitsMissing'),
    exited(5, 4, 400, 'CreateTask'),
    entered(6, 5, 400, 'Deliver'),
    event(7, 6, 400, 'TaskScheduled'),
    refused(8, 7, 'UnitsMissing'),
    exited(9, 8, 400, 'Deliver'),
  ])
  expect(timeline.map(({ failed }) => failed)).toEqual(['UnitsMissing', undefined])
})

const tryOf = (type: string, details: object) =>
  timelineOf(
    [
      event(1, 0, 0, 'ExecutionStarted'),
      entered(2, 0, 0, 'Deliver'),
      event(3, 2, 0, 'TaskScheduled'),
      event(4, 3, 100, type as never, details),
    ],
    1_000_150,
  )[0]

test.each([
  ['TaskFailed', 'taskFailedEventDetails'],
  ['TaskTimedOut', 'taskTimedOutEventDetails'],
  ['TaskStartFailed', 'taskStartFailedEventDetails'],
  ['TaskSubmitFailed', 'taskSubmitFailedEventDetails'],
  ['LambdaFunctionFailed', 'lambdaFunctionFailedEventDetails'],
  ['LambdaFunctionTimedOut', 'lambdaFunctionTimedOutEventDetails'],
])('a try that ends in %s is followed by a pause', (type, name) => {
  expect(tryOf(type, { [name]: { error: 'E' } })).toMatchObject({
    errors: ['E'],
    failed: 'E',
    open: true,
    ms: 150,
    stretches: [
      { kind: 'work', atMs: 0, ms: 100 },
      { kind: 'pause', atMs: 100, ms: 50 },
    ],
  })
  expect(tryOf(type, { [name]: {} })?.errors).toEqual([type])
})

test('a picture that has to be prepared first is no failure, and work begins anew after one', () => {
  const prepared = tryOf('TaskFailed', { taskFailedEventDetails: { error: 'NeedsPreparing' } })
  expect(prepared).toMatchObject({ errors: [] })
  expect(prepared).not.toHaveProperty('failed')
  const again = tryOf('LambdaFunctionScheduled', {})
  expect(again?.stretches.map(({ kind }) => kind)).toEqual(['work', 'work'])
  expect(again).not.toHaveProperty('failed')
})

test.each([
  ['{"taskId":"one","status":"error"}', 'one', true],
  ['{"taskId":"one","status":"success"}', 'one', undefined],
  ['{"taskId":1}', undefined, undefined],
  ['no JSON', undefined, undefined],
])('a task that ends with %s is %s', (output, task, failed) => {
  const entry = tryOf('TaskSucceeded', { taskSucceededEventDetails: { output } })
  expect([entry?.task, entry?.taskFailed]).toEqual([task, failed])
})

test.each(['ExecutionSucceeded', 'ExecutionFailed', 'ExecutionTimedOut', 'ExecutionAborted'])(
  'what is open when an execution ends by %s ends then',
  (type) => {
    const events = [
      event(1, 0, 0, 'ExecutionStarted'),
      entered(2, 0, 0, 'Deliver'),
      event(3, 2, 70, type as never),
    ]
    expect(timelineOf(events, 9_000_000)[0]).toMatchObject({ open: false, ms: 70 })
  },
)
