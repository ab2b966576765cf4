import { expect, test } from 'vitest'
import { FAILURES } from '../../../../../catalog/failures/failures.ts'
import { failureFrom } from '../../../../../functions/pipeline/core/jobs/failure-from.ts'

test('keeps the code and the message that a Lambda function threw', () => {
  const cause = JSON.stringify({ errorType: 'TaskFailed', errorMessage: 'Nobody.', trace: [] })
  expect(failureFrom('TaskFailed', cause)).toMatchObject({ code: 'TaskFailed', message: 'Nobody.' })
})

test('a state that timed out becomes CallbackTimeout', () => {
  expect(failureFrom('States.Timeout')).toMatchObject({ code: 'CallbackTimeout', retryable: true })
})

test('an expression that failed has a name of its own, and a new attempt may help', () => {
  const failure = failureFrom('States.QueryEvaluationError', 'An expression … did not finish')
  expect(failure).toMatchObject({ code: 'ExpressionFailed', retryable: true })
})

test('shows only the name of an unknown error', () => {
  const failure = failureFrom('TypeError', '{"errorMessage":"secret at /var/task"}')
  expect(failure.code).toBe('JobFailed')
  expect(failure.message).toBe(`${FAILURES.JobFailed.detail} (TypeError)`)
})

test.each([
  [
    'AccessDenied',
    'User: arn:aws:sts::1:assumed-role/Prepare/x is not authorized to perform: s3:GetObject on resource: ' +
      '"arn:aws:s3:::drop/files/a b.jpg" because no identity-based policy allows the s3:GetObject action',
    'The pipeline has no right to s3:GetObject on arn:aws:s3:::drop/files/a b.jpg.',
  ],
  [
    'AccessDeniedException',
    'User: arn:… is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:eu:1:table/jobs',
    'The pipeline has no right to dynamodb:PutItem on arn:aws:dynamodb:eu:1:table/jobs.',
  ],
  [
    'AccessDenied',
    'Access Denied',
    'The pipeline lacks a right that the job needs. Access Denied (AccessDenied)',
  ],
])('names the right and the object that are missing: %s', (error, errorMessage, message) => {
  expect(failureFrom(error, JSON.stringify({ errorMessage }))).toMatchObject({
    code: 'RightMissing',
    message,
    retryable: true,
  })
})

test.each(['__proto__', 'constructor', ''])('treats the name %j as unknown', (name) => {
  expect(failureFrom(name).code).toBe('JobFailed')
})

test.each([
  ['{"errorType":"TaskFailed","errorMessage":"Nobody \\"here\\".","tra', 'Nobody "here".'],
  ['{"errorType":"TaskFailed","errorMessage":"Nobody he', 'Nobody he'],
  ['{"errorType":"TaskFailed","errorMessage":"Nobody \\u00', 'Nobody \\u00'],
  ['{"errorType":"TaskFa', '{"errorType":"TaskFa'],
  ['plain words', 'plain words'],
])('finds the message in %j, even where it is cut off', (cause, message) => {
  expect(failureFrom('TaskFailed', cause).message).toBe(message)
})
