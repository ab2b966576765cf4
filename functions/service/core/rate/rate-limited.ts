import { Failure } from '../../../../catalog/failures/failure.ts'

/** One request too many. The response says in `Retry-After` when the next one will be accepted. */
export class RateLimited extends Failure {
  /** Whole seconds, at least one. */
  readonly retryAfter: number

  constructor(retryAfter: number, message?: string) {
    super('TooManyRequests', message)
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}
