import type { Endpoint } from '../model/endpoint.ts'
import type { FailureStreak } from '../model/failure-streak.ts'

/** Why and when an endpoint is switched off. */
export type DisableRequest = {
  reason: string
  at: number
  /** Only while this streak of failures goes on. */
  failingSince?: number
}

/** Where endpoints live. Times in epoch seconds. */
export type EndpointStore = {
  endpoints(account: string): Promise<Endpoint[]>
  endpoint(account: string, id: string): Promise<Endpoint | undefined>
  /** Stores a new endpoint or replaces the one with its id; false when the account has as many others as it may. */
  putEndpoint(endpoint: Endpoint): Promise<boolean>
  /** Gives an endpoint new secrets; false when it is gone or had others than `former` meanwhile. */
  replaceSecrets(
    former: Endpoint,
    next: Required<Pick<Endpoint, 'secrets' | 'retiring'>>,
  ): Promise<boolean>
  /** Switches an endpoint off; false when it was off before or is gone. */
  disableEndpoint(account: string, id: string, off: DisableRequest): Promise<boolean>
  /** Switches an endpoint on, its failures forgotten; false when it is gone. */
  enableEndpoint(account: string, id: string): Promise<boolean>
  /** Takes an endpoint away; false when there was none. */
  removeEndpoint(account: string, id: string): Promise<boolean>
  /**
   * Counts an attempt that failed at `at`. A streak whose last failure lies more than `QUIET_SECONDS` back begins anew.
   * Gives the streak, or undefined when the endpoint is gone.
   */
  recordFailure(account: string, id: string, at: number): Promise<FailureStreak | undefined>
  /** Ends the streak of failures: an attempt was taken. */
  recordSuccess(account: string, id: string): Promise<void>
}
