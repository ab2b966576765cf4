/**
 * The error names that Step Functions itself reports (Amazon States Language, appendix A, and Developer Guide,
 * "Handling errors in Step Functions workflows").
 */
export type ReservedError =
  | 'States.Timeout'
  | 'States.HeartbeatTimeout'
  | 'States.TaskFailed'
  | 'States.QueryEvaluationError'
  | 'States.DataLimitExceeded'
  | 'States.NoChoiceMatched'
  | 'States.ExceedToleratedFailureThreshold'
  | 'States.ItemReaderFailed'
  | 'States.ResultWriterFailed'
  | 'States.Runtime'

/** A failure inside an execution: what Retry and Catch match, and what the execution fails with. */
export class StateError extends Error {
  override readonly name = 'StateError'
  readonly error: string
  override readonly cause: string

  /** `error` is the error name: a reserved one, or the errorType of a function. `cause` is the text for people. */
  constructor(error: ReservedError | (string & {}), cause: string) {
    super(`${error}: ${cause}`)
    this.error = error
    this.cause = cause
  }
}

/**
 * Anything thrown as a StateError. What is not one already is a bug of the interpreter and becomes States.Runtime.
 */
export function asStateError(thrown: unknown): StateError {
  return thrown instanceof StateError
    ? thrown
    : new StateError('States.Runtime', thrown instanceof Error ? thrown.message : String(thrown))
}

/**
 * Thrown through a branch that must stop without recording anything: its execution ended, a sibling branch failed, or
 * the process is closing.
 */
export class BranchStopped extends Error {
  override readonly name = 'BranchStopped'

  constructor() {
    super('this branch was stopped')
  }
}

// No wildcard matches a terminal error (Developer Guide, "Handling errors in Step Functions workflows", States.ALL).
const terminal = new Set(['States.DataLimitExceeded', 'States.Runtime'])
const timeouts = new Set(['States.Timeout', 'States.HeartbeatTimeout'])

/**
 * Whether an ErrorEquals list matches an error name. States.ALL matches everything but terminal errors.
 * States.TaskFailed matches everything but terminal errors and timeouts. States.Timeout also matches a missed
 * heartbeat (Amazon States Language, appendix A).
 */
export function matchesError(errorEquals: readonly string[], error: string): boolean {
  return errorEquals.some((name) => {
    if (name === error) return true
    if (name === 'States.ALL') return !terminal.has(error)
    if (name === 'States.TaskFailed') return !terminal.has(error) && !timeouts.has(error)
    return name === 'States.Timeout' && timeouts.has(error)
  })
}
