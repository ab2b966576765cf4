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
  /** The tasks that it hears of; all of its account without. */
  only?: EndpointFilter
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

/** Tasks of one of the features, and of a key with one of the names; each alone where the other is left out. */
export type EndpointFilter = { features?: string[]; keys?: string[] }

/** Whether an endpoint is told of a task's end. Tasks of earlier releases have no key's name, and are told to all. */
export function isSubscribedTo(
  { active, only }: Pick<Endpoint, 'active' | 'only'>,
  { feature, keyName }: { feature: string; keyName?: string },
): boolean {
  if (!active) return false
  const { features, keys } = only ?? {}
  if (features && !features.includes(feature)) return false
  return keys === undefined || keyName === undefined || keys.includes(keyName)
}

/** The most endpoints of an account, including those that are switched off. */
export const MAX_ENDPOINTS = 10

/** Seconds for which webhooks are also signed with a former secret: a day. */
export const ROTATION_SECONDS = 86_400

/** The secrets to sign with at `now` (epoch seconds), the newest first. */
export function secretsAt({ secrets, retiring = [] }: Endpoint, now: number): string[] {
  return [...secrets, ...retiring.filter(({ until }) => now < until).map(({ secret }) => secret)]
}
