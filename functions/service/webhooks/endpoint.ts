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
  /** Why it was switched off. */
  inactiveReason?: string
  /** Epoch seconds of the first failed attempt since the last that was taken; absent while all goes well. */
  failingSince?: number
  /** Epoch seconds. */
  createdAt: number
}

/** The most endpoints an account may have. */
export const MAX_ENDPOINTS = 10

/** Seconds a former secret is still signed with: a day. */
export const ROTATION_SECONDS = 86_400

/** Seconds after which an endpoint that took nothing is switched off: five days. */
export const FAILING_SECONDS = 5 * 86_400

/** What is signed with at `now` (epoch seconds), the newest secret first. */
export const secretsAt = ({ secrets, retiring = [] }: Endpoint, now: number): string[] => [
  ...secrets,
  ...retiring.filter(({ until }) => now < until).map(({ secret }) => secret),
]
