import type { KeyRecord } from '../model/api-key.ts'
import type { KeyStore } from '../ports/key-store.ts'

/** How many hexadecimal digits of a key's hash name it among people. */
export const KEY_ID_LENGTH = 12

/**
 * The key whose hash begins with `id`.
 * @throws Error when `id` is none, or no key's, or that of several
 */
export async function findKey(id: string, { keys }: { keys: KeyStore }): Promise<KeyRecord> {
  if (!/^[0-9a-f]{4,64}$/.test(id)) {
    throw new Error('A key is named by its id: 4 to 64 hexadecimal digits.')
  }
  const found = (await keys.list()).filter(({ hash }) => hash.startsWith(id))
  const [only] = found
  if (only && found.length === 1) return only
  throw new Error(only ? `${id} begins more than one id.` : `There is no key ${id}.`)
}
