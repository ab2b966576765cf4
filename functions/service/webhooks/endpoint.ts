/** Where an account wants to hear about the end of its tasks. */
export type Endpoint = {
  /** Unique within the account. */
  id: string
  account: string
  url: string
  /** `whsec_…`; two while one replaces the other. */
  secrets: string[]
  active: boolean
  /** Why it was switched off. */
  inactiveReason?: string
  /** Epoch seconds. */
  createdAt: number
}

/** The most endpoints an account may have. */
export const MAX_ENDPOINTS = 10
