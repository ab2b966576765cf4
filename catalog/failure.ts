import { FAILURES, type FailureCode } from './failures.ts'

/**
 * The error thrown on purpose wherever a code of the table applies. `name` is the code, because Step Functions
 * matches a Lambda error by its name (`ErrorEquals`). `message` is the public sentence, by default the table's.
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

  /** Whether the same thing tried again may succeed; of a job, whether a new attempt at it may. */
  get retryable(): boolean {
    return FAILURES[this.code].retryable
  }

  /** Whether the very call that failed may succeed when it is made again. */
  get transient(): boolean {
    return FAILURES[this.code].transient
  }
}
