/** The error names that Step Functions itself reports (Amazon States Language, appendix A, and the AWS additions). */
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

/** A failure inside an execution: what Retry and Catch look at, and what the execution fails with. */
export class StateError extends Error {
  readonly error: string
  override readonly cause: string

  /** `error` is the error name (a reserved one, or the errorType a function reported), `cause` the words for people. */
  constructor(error: ReservedError | (string & {}), cause: string) {
    super(`${error}: ${cause}`)
    this.name = 'StateError'
    this.error = error
    this.cause = cause
  }
}

/** Any thrown thing as a StateError; what is not one already is a fault of the interpreter and becomes States.Runtime. */
export function asStateError(thrown: unknown): StateError {
  return thrown instanceof StateError
    ? thrown
    : new StateError('States.Runtime', thrown instanceof Error ? thrown.message : String(thrown))
}

/**
 * Thrown through a branch that must stop without a trace of its own: its execution ended, a sibling branch failed, or the
 * process is closing. Nothing may be recorded after it.
 */
export class BranchStopped extends Error {
  constructor() {
    super('this branch was stopped')
    this.name = 'Unwound'
  }
}
