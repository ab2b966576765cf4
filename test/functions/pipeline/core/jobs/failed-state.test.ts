import { expect, test } from 'vitest'
import { Failure } from '../../../../../catalog/failures/failure.ts'
import { failedState as failedStateOf } from '../../../../../functions/pipeline/record-failure/failed-state.ts'

const failedState = (
  state: string,
  failure: Failure,
  steps: Parameters<typeof failedStateOf>[2],
  indexed = false,
) => failedStateOf(state, failure, steps, indexed)

const ended = new Failure('TaskFailed', 'The service ended the task in error_no_face.')
const step = (task: object) => [{ feature: 'face-lift', detection: null, tasks: [task as never] }]
const caught = (code: string, message: string) => ({
  failure: { Error: code, Cause: JSON.stringify({ errorMessage: message }) },
})

test.each([
  ['ChooseTarget', 'PreProcess'],
  ['ChooseInPart', 'FindInPart'],
  ['Prepare', 'CreateTask'],
  ['Deliver', 'CreateTask'],
  ['Restore', 'CreateTask'],
])('what %s finds out of a task failed in %s', (state, from) => {
  expect(failedState(state, ended, step({ index: 0, taskId: 'one', status: 'error' }))).toBe(from)
})

test('a task that could not be created failed where it was asked for, also in a part', () => {
  const failure = new Failure('UnitsMissing', 'None are left.')
  const missing = caught('UnitsMissing', 'None are left.')
  const failed = (more: object) => failedState('Deliver', failure, step({ ...missing, ...more }))
  expect(failed({ failedIn: 'CreateTask' })).toBe('CreateTask')
  expect(failed({ failedIn: 'CreatePartTask' })).toBe('CreatePartTask')
  // Records of earlier releases do not say it.
  expect(failed({})).toBe('CreateTask')
})

test('a part whose detection ended in an error failed there', () => {
  const task = { ...caught('TaskFailed', ended.message), failedIn: 'ChooseInPart' }
  expect(failedState('Deliver', ended, step(task))).toBe('FindInPart')
})

test('what a state met itself is told as it is', () => {
  const gone = new Failure('ResultUnavailable')
  expect(failedState('Deliver', gone, step({ index: 0, taskId: 'one' }))).toBe('Deliver')
  expect(failedState('Prepare', new Failure('SourceUnfit'), [])).toBe('Prepare')
  expect(failedState('ChooseTarget', new Failure('NoTarget'), [])).toBe('ChooseTarget')
})

test('a picture without the index of its recipe failed in its task', () => {
  const missing = new Failure('TargetMissing')
  for (const state of ['Prepare', 'Deliver']) {
    expect(failedState(state, missing, [], true)).toBe('CreateTask')
  }
  expect(failedState('Prepare', missing, [])).toBe('Prepare')
})

test('of several tasks the one that failed in these words tells where', () => {
  const failure = new Failure('UnitsMissing', 'None are left.')
  const tasks = [
    {},
    { ...caught('UnitsMissing', 'Two are missing.'), failedIn: 'CreateTask' },
    { ...caught('TaskRefused', 'None are left.'), failedIn: 'CreateTask' },
    { ...caught('UnitsMissing', 'None are left.'), failedIn: 'CreatePartTask' },
  ]
  const steps = [{ feature: 'face-lift', detection: null, tasks: tasks as never }]
  expect(failedState('Deliver', failure, steps)).toBe('CreatePartTask')
  expect(failedState('Deliver', new Failure('UnitsMissing', 'One is.'), steps)).toBe('Deliver')
})
