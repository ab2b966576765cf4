/**
 * The errors by which AWS says that too much is asked at once, and not that anything is wrong: the names in
 * THROTTLING_ERROR_CODES of `@smithy/service-error-classification`, as far as services that are used here answer with
 * them, and that of Step Functions when as many executions are open as an account may have (API Reference,
 * StartExecution). `Lambda.` is how Step Functions names Lambda's own.
 */
export const THROTTLES = [
  'ExecutionLimitExceeded',
  'Lambda.TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'SlowDown',
  'ThrottlingException',
  'TooManyRequestsException',
] as const

/**
 * So many deliveries of a message may end in a throttle without it being sent anew; a queue allows as many more before
 * a message is a dead letter. A message sent anew may leave a copy: with three, copies outgrew what ended under one of
 * 3,400 seeds of faults; with six, messages that meet a throttle at nine of ten deliveries die out.
 */
export const HIDDEN_DELIVERIES = 6

export type Throttle = (typeof THROTTLES)[number]

/** Which of them an error is; undefined for another one. */
export function throttleOf(error: unknown): Throttle | undefined {
  const name = error instanceof Error ? error.name : undefined
  return THROTTLES.find((throttle) => throttle === name)
}
