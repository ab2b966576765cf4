import { expect, test } from 'vitest'
import { FAILURES } from '../../../../catalog/failures.ts'
import { failureFrom } from '../../../../functions/pipeline/jobs/failure-from.ts'

test('keeps the code and the words a Lambda threw', () => {
  const cause = JSON.stringify({ errorType: 'TaskFailed', errorMessage: 'Nobody.', trace: [] })
  expect(failureFrom('TaskFailed', cause)).toMatchObject({ code: 'TaskFailed', message: 'Nobody.' })
})

test('calls a state that ran out of time what it was waiting for', () => {
  expect(failureFrom('States.Timeout')).toMatchObject({ code: 'CallbackTimeout', retryable: true })
})

test('shows nothing of an error it does not know but its name', () => {
  const failure = failureFrom('TypeError', '{"errorMessage":"secret at /var/task"}')
  expect(failure.code).toBe('JobFailed')
  expect(failure.message).toBe(`${FAILURES.JobFailed.detail} (TypeError)`)
})

test.each(['__proto__', 'constructor', ''])('is not led astray by the name %j', (name) => {
  expect(failureFrom(name).code).toBe('JobFailed')
})

test.each([
  ['{"errorType":"TaskFailed","errorMessage":"Nobody \\"here\\".","tra', 'Nobody "here".'],
  ['{"errorType":"TaskFailed","errorMessage":"Nobody he', 'Nobody he'],
  ['{"errorType":"TaskFailed","errorMessage":"Nobody \\u00', 'Nobody \\u00'],
  ['{"errorType":"TaskFa', '{"errorType":"TaskFa'],
  ['plain words', 'plain words'],
])('finds the message in %j, cut off as it may be', (cause, message) => {
  expect(failureFrom('TaskFailed', cause).message).toBe(message)
})
