/** Why a fetch was refused or failed. */
export const FETCH_REASONS = [
  /** Not an absolute https URL on port 443, or one with credentials, or too long. */
  'url',
  /** The address is not a public unicast address. */
  'address',
  /** The name could not be resolved. */
  'dns',
  /** No connection, or it broke. */
  'network',
  /** Longer than the time allowed. */
  'timeout',
  /** Stopped by the caller's signal. */
  'aborted',
  /** More bytes than allowed. */
  'bytes',
  /** More redirects than allowed, or one without a target. */
  'redirect',
  /** A content coding of HTTP although `identity` was requested. */
  'encoding',
] as const

export type FetchReason = (typeof FETCH_REASONS)[number]

/**
 * A fetch that was refused or failed. The message names the host and the rule but never the whole URL, whose query may
 * hold a signature.
 */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  readonly reason: FetchReason

  constructor(reason: FetchReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
