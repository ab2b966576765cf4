import type { CameraFailure, CameraFailureCode } from '../public-types.ts'

/** A failure of an opening, as an error. */
export class Failed extends Error {
  readonly failure: CameraFailure

  constructor(failure: CameraFailure, options?: ErrorOptions) {
    super(failure.message, options)
    this.failure = failure
  }
}

/** The code of the specification that a failure has. */
export function codeOf({ reason }: CameraFailure): CameraFailureCode {
  if (reason === 'denied') return 'error_permission_denied'
  return reason === 'low-resolution' ? 'error_resolution_unsupported' : 'error_access_failed'
}
