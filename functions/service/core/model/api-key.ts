import { hash } from 'node:crypto'
import type { RateLimits } from './rate-limits.ts'

/** An API key as it is stored: never the key itself. */
export type KeyRecord = {
  /** SHA-256 of the key, hex. */
  hash: string
  account: string
  /** The name people gave the key. */
  name: string
  /** The first characters of the key, for people to recognise it by. */
  hint?: string
  active: boolean
  /** Rate limits of this key, where they differ from those of the deployment. */
  limits?: RateLimits
  /** Epoch seconds; absent when the key does not expire. */
  expiresAt?: number
  /** Epoch seconds. */
  createdAt: number
}

/** The hash under which a key is stored and found. Keys have 256 random bits, so a plain SHA-256 cannot be reversed. */
export function keyHash(key: string): string {
  return hash('sha256', key)
}
