import { randomBytes } from 'node:crypto'
import type { Index } from './open-index.ts'

/**
 * The id of the version that is written next: random characters, a dot, and the version's sequence number. A listing
 * continues after a version that was deleted meanwhile, and then only its id tells where it stood. To be called in the
 * transaction of the write.
 */
export function createVersionId(index: Index): string {
  const last = index.one<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'version'")
  return `${randomBytes(18).toString('base64url')}.${((last?.seq ?? 0) + 1).toString(36)}`
}

/** The sequence number in a version's id; undefined for `null` and for ids of older data folders. */
export function sequenceIn(id: string): number | undefined {
  const digits = /^[\w-]{24}\.([0-9a-z]{1,10})$/.exec(id)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 36)
}

/** Whether a text can be the id of a version. */
export function isVersionId(text: string): boolean {
  return /^[\w.-]{1,128}$/.test(text)
}
