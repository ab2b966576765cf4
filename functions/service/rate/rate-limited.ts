import { Failure } from '../../../catalog/failure.ts'

/** A request too many. The answer says when the next one will be taken. */
export class RateLimited extends Failure {
  /** Whole seconds, at least one. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('TooManyRequests')
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}
