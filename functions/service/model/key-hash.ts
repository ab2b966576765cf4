import { hash } from 'node:crypto'

/** What a key is stored and found under. Keys have 256 random bits, so a plain hash cannot be reversed. */
export function keyHash(key: string): string {
  return hash('sha256', key)
}
