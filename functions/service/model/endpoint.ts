/** Where an account wants to hear about the end of its tasks. */
export type Endpoint = {
  /** Unique within the account. */
  id: string
  account: string
  url: string
  /** `whsec_…`: what is signed with. */
  secrets: string[]
  /** Former secrets, signed with as well until a time (epoch seconds), so that the receiver can change over. */
  retiring?: { secret: string; until: number }[]
  active: boolean
  /** It is on the operator's own machine; only a local run sends there. */
  loopback?: true
  /** Whose it is when no operator added it; only its owner takes it away again. */
  purpose?: 'pipeline'
  /** Why it was switched off, and since when (epoch seconds). */
  inactiveReason?: string
  inactiveSince?: number
  /** Its streak of failed attempts: when it began, when it went on last (epoch seconds), and how many. */
  failingSince?: number
  lastFailedAt?: number
  failures?: number
  /** Epoch seconds. */
  createdAt: number
}

/** The most endpoints an account may have, those that are switched off included. */
export const MAX_ENDPOINTS = 10

/** Seconds a former secret is still signed with: a day. */
export const ROTATION_SECONDS = 86_400

/** What is signed with at `now` (epoch seconds), the newest secret first. */
export function secretsAt({ secrets, retiring = [] }: Endpoint, now: number): string[] {
  return [...secrets, ...retiring.filter(({ until }) => now < until).map(({ secret }) => secret)]
}
