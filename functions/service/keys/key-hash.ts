import { createHash } from 'node:crypto'

/** What a key is stored and found under. Keys have 256 random bits, so a plain hash cannot be reversed. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex')
