import type { KeyRecord } from '../model/api-key.ts'

/** Stores API keys by their hash. */
export type KeyStore = {
  get(hash: string): Promise<KeyRecord | undefined>
  put(record: KeyRecord): Promise<void>
  /** All keys, or those of one account, oldest first. */
  list(account?: string): Promise<KeyRecord[]>
  /** Switches a key on or off; false when there is none. */
  setActive(hash: string, active: boolean): Promise<boolean>
  /** Sets when a key expires (epoch seconds), or undefined for never; false when there is none. */
  setExpiry(hash: string, expiresAt: number | undefined): Promise<boolean>
}
