import type { RateLimits } from '../rate/rate-limits.ts'

/** An API key as it is stored: never the key itself. */
export type KeyRecord = {
  /** SHA-256 of the key, hex. */
  hash: string
  account: string
  /** What people call it. */
  name: string
  /** How the key begins, for people to recognise it by. */
  hint?: string
  active: boolean
  /** What it may do when that is not what the deployment says for all. */
  limits?: RateLimits
  /** Epoch seconds; absent when it does not expire. */
  expiresAt?: number
  /** Epoch seconds. */
  createdAt: number
}

/** Where keys live. */
export type KeyStore = {
  get(hash: string): Promise<KeyRecord | undefined>
  put(record: KeyRecord): Promise<void>
  /** Every key, or those of one account, oldest first. */
  list(account?: string): Promise<KeyRecord[]>
  /** Switches a key off, or on again; false when there is none. */
  setActive(hash: string, active: boolean): Promise<boolean>
  /** Sets when a key stops working (epoch seconds), or undefined for never; false when there is none. */
  setExpiry(hash: string, expiresAt: number | undefined): Promise<boolean>
}
