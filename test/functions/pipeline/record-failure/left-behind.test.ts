import type { HistoryEvent } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import {
  readVariables,
  variablesIn,
} from '../../../../functions/pipeline/core/adapters/read-variables.ts'
import { leftBehind } from '../../../../functions/pipeline/record-failure/left-behind.ts'

const FOUND = { width: 800, height: 600, boxes: [[10, 10, 20, 40]] }

/** An event after another one, and what a state assigned when it was left. */
function event(
  id: number,
  previousEventId: number,
  type: string,
  assigned?: Record<string, unknown>,
): HistoryEvent {
  const details = assigned && {
    name: 'A',
    assignedVariables: Object.fromEntries(
      Object.entries(assigned).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  }
  return {
    id,
    previousEventId,
    timestamp: new Date(0),
    type: type as HistoryEvent['type'],
    ...(details && { stateExitedEventDetails: details }),
  }
}

/** Two states, a Map of two people whose iterations mix, and a state behind it. */
const HISTORY = [
  event(1, 0, 'ExecutionStarted'),
  event(2, 1, 'TaskStateExited', { step: 0, detection: { taskId: 'found-1' } }),
  event(3, 2, 'TaskStateExited', { found: FOUND }),
  event(4, 3, 'MapStateEntered'),
  event(5, 4, 'MapStateStarted'),
  event(6, 5, 'MapIterationStarted'),
  event(7, 5, 'MapIterationStarted'),
  event(8, 6, 'TaskStateExited', { found: 'of the first' }),
  event(9, 7, 'TaskStateExited', { step: 99 }),
  event(10, 9, 'MapIterationSucceeded'),
  event(11, 8, 'MapIterationSucceeded'),
]

test('variables are those of the last state that assigned them, and none of a Map’s iterations', () => {
  expect(variablesIn(HISTORY)).toEqual({ step: 0, detection: { taskId: 'found-1' }, found: FOUND })
  const further = [
    ...HISTORY,
    event(12, 11, 'MapStateSucceeded'),
    event(13, 12, 'MapStateExited', { trail: [1] }),
    event(14, 13, 'ChoiceStateExited', { step: 1, found: null }),
  ]
  expect(variablesIn(further)).toMatchObject({ step: 1, found: null, trail: [1] })
})

test('a history is read page by page', async () => {
  const asked: unknown[] = []
  const read = readVariables(
    {
      send: async ({ input }: { input: { nextToken?: string } }) => {
        asked.push(input.nextToken)
        const second = input.nextToken === 'more'
        return second
          ? { events: HISTORY.slice(2) }
          : { events: HISTORY.slice(0, 2), nextToken: 'more' }
      },
    } as never,
    () => AbortSignal.timeout(1000),
  )
  expect(await read('arn')).toMatchObject({ found: FOUND })
  expect(asked).toEqual([undefined, 'more'])
})

test('whom a detection found belongs to the step whose effect did not come to its end', () => {
  const variables = variablesIn(HISTORY)
  const unfinished = { step: 0, detection: 'found-1', found: FOUND }
  expect(leftBehind(variables)).toEqual({ trail: [], states: [], unfinished, previous: null })
  const prepared = { step: 0, parts: [] }
  expect(leftBehind({ ...variables, prepared }).unfinished).toEqual({ ...unfinished, prepared })
  expect(leftBehind({ ...variables, prepared: { step: 1 } }).unfinished).toEqual(unfinished)
})

test('a step that was done is kept with its tasks, and the next one works on its result', () => {
  const tasks = [
    { index: 0, taskId: 'broken', status: 'error' as const },
    { index: 1, taskId: 'good', status: 'success' as const },
  ]
  const trail = [{ feature: 'body-reshape', detection: 'found-1', tasks }]
  const done = { step: 0, detection: { taskId: 'found-1' }, found: FOUND, trail }
  expect(leftBehind(done)).toMatchObject({ trail, unfinished: null })
  expect(leftBehind({ ...done, step: 1, detection: { taskId: 'found-2' }, found: null })).toEqual({
    trail,
    states: [],
    unfinished: { step: 1, detection: 'found-2' },
    previous: { taskId: 'good', feature: 'body-reshape' },
  })
  expect(leftBehind({})).toEqual({ trail: [], states: [], unfinished: null, previous: null })
})
