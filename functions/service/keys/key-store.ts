/** An API key as it is stored: never the key itself. */
export type KeyRecord = {
  /** SHA-256 of the key, hex. */
  hash: string
  account: string
  /** What people call it. */
  name: string
  active: boolean
  /** Epoch seconds; absent when it does not expire. */
  expiresAt?: number
  /** Epoch seconds. */
  createdAt: number
}

/** Where keys live. */
export type KeyStore = {
  get(hash: string): Promise<KeyRecord | undefined>
  put(record: KeyRecord): Promise<void>
}
