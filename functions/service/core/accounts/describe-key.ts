import type { KeyRecord } from '../model/api-key.ts'
import { KEY_ID_LENGTH } from './find-key.ts'

/** A key as people see it. */
export type ShownKey = Omit<KeyRecord, 'hash' | 'hint'> & {
  id: string
  hint: string
  state: 'active' | 'inactive' | 'expired'
}

/** All of a key but its hash. `now` in epoch milliseconds. */
export function describeKey({ hash, hint = '', ...rest }: KeyRecord, now: number): ShownKey {
  return { id: hash.slice(0, KEY_ID_LENGTH), hint: `${hint}…`, state: stateOf(rest, now), ...rest }
}

function stateOf(
  { active, expiresAt }: Pick<KeyRecord, 'active' | 'expiresAt'>,
  now: number,
): ShownKey['state'] {
  if (!active) return 'inactive'
  return expiresAt !== undefined && expiresAt * 1000 <= now ? 'expired' : 'active'
}
