import { FAILURES, type FailureCode } from './failures.ts'

/**
 * The error that is thrown wherever a code of the table applies. Its `name` is the code, because Step Functions matches
 * the error of a Lambda function by its name (`ErrorEquals`). Its `message` may be shown; by default it is the table's
 * sentence.
 */
export class Failure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string = FAILURES[code].detail, options?: ErrorOptions) {
    super(message, options)
    this.name = code
    this.code = code
  }

  /** HTTP status of the answer that carries this failure. */
  get status(): number {
    return FAILURES[this.code].status
  }

  /** Whether the same request or a new attempt at the job may succeed. */
  get retryable(): boolean {
    return FAILURES[this.code].retryable
  }

  /** Whether the failed call itself may succeed when it is repeated. */
  get transient(): boolean {
    return FAILURES[this.code].transient
  }
}
