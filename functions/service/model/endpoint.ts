/** A URL at which an account receives webhooks about the end of its tasks. */
export type Endpoint = {
  /** Unique within the account. */
  id: string
  account: string
  url: string
  /** `whsec_…`: the secrets that webhooks are signed with. */
  secrets: string[]
  /**
   * Former secrets. Webhooks are also signed with them until a time (epoch seconds), so that the receiver can switch.
   */
  retiring?: { secret: string; until: number }[]
  active: boolean
  /** The endpoint is on the operator's own machine; only a local run sends there. */
  loopback?: true
  /** Who added it, where that was not an operator. Connecting a pipeline replaces only endpoints of this purpose. */
  purpose?: 'pipeline'
  /** Why it was switched off, and when (epoch seconds). */
  inactiveReason?: string
  inactiveSince?: number
  /** Its streak of failed attempts: times of the first and the last failure (epoch seconds), and how many. */
  failingSince?: number
  lastFailedAt?: number
  failures?: number
  /** Epoch seconds. */
  createdAt: number
}

/** The most endpoints of an account, including those that are switched off. */
export const MAX_ENDPOINTS = 10

/** Seconds for which webhooks are also signed with a former secret: a day. */
export const ROTATION_SECONDS = 86_400

/** The secrets to sign with at `now` (epoch seconds), the newest first. */
export function secretsAt({ secrets, retiring = [] }: Endpoint, now: number): string[] {
  return [...secrets, ...retiring.filter(({ until }) => now < until).map(({ secret }) => secret)]
}
