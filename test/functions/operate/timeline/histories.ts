import type { HistoryEvent } from '@aws-sdk/client-sfn'

export function event(
  id: number,
  previousEventId: number,
  ms: number,
  type: HistoryEvent['type'],
  details: Partial<HistoryEvent> = {},
): HistoryEvent {
  return { id, previousEventId, timestamp: new Date(1_000_000 + ms), type, ...details }
}

export function entered(id: number, before: number, ms: number, name: string): HistoryEvent {
  return event(id, before, ms, 'TaskStateEntered', { stateEnteredEventDetails: { name } })
}

export function exited(id: number, before: number, ms: number, name: string): HistoryEvent {
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
export const HISTORY: HistoryEvent[] = [
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

/** A state that fails for good, the one that records it, and the end of the execution. */
export const FAILED: HistoryEvent[] = [
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

/** A task that ends in an error, and the state that finds that out. */
export const TOLD: HistoryEvent[] = [
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
