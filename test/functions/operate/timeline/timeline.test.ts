import type { HistoryEvent } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { drawTimeline } from '../../../../bin/jobs/draw-timeline.ts'
import { timelineOf } from '../../../../functions/operate/timeline/timeline.ts'

function event(
  id: number,
  previousEventId: number,
  ms: number,
  type: HistoryEvent['type'],
  details: Partial<HistoryEvent> = {},
): HistoryEvent {
  return { id, previousEventId, timestamp: new Date(1_000_000 + ms), type, ...details }
}

function entered(id: number, before: number, ms: number, name: string): HistoryEvent {
  return event(id, before, ms, 'TaskStateEntered', { stateEnteredEventDetails: { name } })
}

function exited(id: number, before: number, ms: number, name: string): HistoryEvent {
  return event(id, before, ms, 'TaskStateExited', { stateExitedEventDetails: { name } })
}

function iteration(id: number, before: number, ms: number, index: number): HistoryEvent {
  return event(id, before, ms, 'MapIterationStarted', {
    mapIterationStartedEventDetails: { name: 'EachTarget', index },
  })
}

function succeeded(id: number, before: number, ms: number, taskId: string): HistoryEvent {
  return event(id, before, ms, 'TaskSucceeded', {
    taskSucceededEventDetails: {
      resourceType: 'lambda',
      resource: 'invoke.waitForTaskToken',
      output: JSON.stringify({ taskId, status: 'success' }),
    },
  })
}

/** A step that is tried twice, then two targets at the same time, of which one still waits. */
const HISTORY: HistoryEvent[] = [
  event(1, 0, 0, 'ExecutionStarted'),
  entered(2, 0, 0, 'PreProcess'),
  event(3, 2, 0, 'TaskScheduled'),
  event(4, 3, 100, 'TaskFailed', {
    taskFailedEventDetails: { resourceType: 'lambda', resource: 'invoke', error: 'ServiceBusy' },
  }),
  event(5, 4, 400, 'TaskScheduled'),
  event(6, 5, 500, 'TaskSubmitted'),
  succeeded(7, 6, 1000, 'one'),
  exited(8, 7, 1000, 'PreProcess'),
  event(9, 8, 1000, 'MapStateEntered', { stateEnteredEventDetails: { name: 'EachTarget' } }),
  event(10, 9, 1000, 'MapStateStarted'),
  iteration(11, 10, 1000, 0),
  entered(12, 11, 1000, 'CreateTask'),
  iteration(13, 10, 1000, 1),
  entered(14, 13, 1000, 'CreateTask'),
  event(15, 12, 1000, 'TaskScheduled'),
  event(16, 14, 1000, 'TaskScheduled'),
  event(17, 15, 1100, 'TaskSubmitted'),
  event(18, 16, 1200, 'TaskSubmitted'),
  succeeded(19, 18, 1500, 'two'),
  exited(20, 19, 1500, 'CreateTask'),
]

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

test('a timeline is drawn within the width of the terminal, with what is worth a word', () => {
  const drawing = drawTimeline(timelineOf(HISTORY, 1_002_000), 62)
  expect(drawing).toEqual([
    'PreProcess          0.00 s    1.00 s  █····█░░░░░░',
    'EachTarget          1.00 s    1.00 s              ───────────▸',
    '  CreateTask [0]    1.00 s    1.00 s              █░░░░░░░░░░▸',
    '  CreateTask [1]    1.00 s    0.50 s              ██░░░░',
    '',
    '█ works  ░ waits for the service  · pauses  ▸ is still open',
    'PreProcess: 1 try failed: ServiceBusy',
    'PreProcess: task one',
    'CreateTask [0]: waits for the service',
    'CreateTask [1]: task two',
  ])
})

test('a timeline of nothing is nothing', () => {
  expect(timelineOf([])).toEqual([])
  expect(drawTimeline([])).toEqual([])
})

/** A state that fails for good, the one that records it, and the end of the execution. */
const FAILED: HistoryEvent[] = [
  event(1, 0, 0, 'ExecutionStarted'),
  entered(2, 0, 0, 'PreProcess'),
  event(3, 2, 0, 'TaskScheduled'),
  event(4, 3, 400, 'TaskFailed', {
    taskFailedEventDetails: { resourceType: 'lambda', resource: 'invoke', error: 'NoTarget' },
  }),
  exited(5, 4, 400, 'PreProcess'),
  entered(6, 5, 400, 'RecordFailure'),
  event(7, 6, 400, 'TaskScheduled'),
  exited(8, 7, 600, 'RecordFailure'),
  event(9, 8, 600, 'FailStateEntered', { stateEnteredEventDetails: { name: 'Failed' } }),
  event(10, 9, 1000, 'ExecutionFailed', { executionFailedEventDetails: { error: 'NoTarget' } }),
]

test('a failed execution ends when it ended, and the state that failed is named', () => {
  const [first, record, failed] = timelineOf(FAILED, 9_000_000)
  expect(first).toMatchObject({ ms: 400, open: false, failed: 'NoTarget' })
  expect(record).not.toHaveProperty('failed')
  expect(failed).toMatchObject({ state: 'Failed', atMs: 600, ms: 400, open: false })
  expect(drawTimeline(timelineOf(FAILED, 9_000_000), 52)).toEqual([
    'PreProcess       0.00 s    0.40 s  ██████✗',
    'RecordFailure    0.40 s    0.20 s        █████',
    'Failed           0.60 s    0.40 s            ───────',
    '',
    '█ works  ░ waits for the service  · pauses  ▸ is sti',
    'PreProcess: 1 try failed: NoTarget',
    'PreProcess: ended with NoTarget',
  ])
})

/** A task that ends in an error, and the state that finds that out. */
const TOLD: HistoryEvent[] = [
  event(1, 0, 0, 'ExecutionStarted'),
  entered(2, 0, 0, 'CreateTask'),
  event(3, 2, 0, 'TaskScheduled'),
  event(4, 3, 300, 'TaskSucceeded', {
    taskSucceededEventDetails: {
      resourceType: 'lambda',
      resource: 'invoke.waitForTaskToken',
      output: JSON.stringify({ taskId: 'one', status: 'error' }),
    },
  }),
  exited(5, 4, 300, 'CreateTask'),
  entered(6, 5, 300, 'Deliver'),
  event(7, 6, 300, 'TaskScheduled'),
  event(8, 7, 400, 'TaskFailed', {
    taskFailedEventDetails: { resourceType: 'lambda', resource: 'invoke', error: 'TaskFailed' },
  }),
  exited(9, 8, 400, 'Deliver'),
  event(10, 9, 1000, 'ExecutionFailed', { executionFailedEventDetails: { error: 'TaskFailed' } }),
]

test('the state whose task ended in an error failed, not the one that tells of it', () => {
  const timeline = timelineOf(TOLD, 9_000_000)
  expect(timeline[0]).toMatchObject({ state: 'CreateTask', failed: 'TaskFailed', task: 'one' })
  expect(timeline[1]).toMatchObject({ state: 'Deliver', errors: [], tells: 'CreateTask' })
  expect(timeline[1]).not.toHaveProperty('failed')
  expect(drawTimeline(timeline, 60).slice(-3)).toEqual([
    'CreateTask: ended with TaskFailed',
    'CreateTask: task one, which ended in an error',
    'Deliver: tells of the failure in CreateTask',
  ])
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
