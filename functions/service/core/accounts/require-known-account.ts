import { suggestName } from '../../../../catalog/issues/suggest-name.ts'
import type { KeyStore } from '../ports/key-store.ts'

/**
 * Refuses an account that has no key, and so can have had nothing done: its name is mistyped. To be asked where a list
 * is empty.
 * @throws Error that names the accounts there are
 */
export async function requireKnownAccount(
  account: string,
  { keys }: { keys: KeyStore },
): Promise<void> {
  const known = [...new Set((await keys.list()).map((key) => key.account))].sort()
  if (known.includes(account)) return
  const named = known.length > 0 ? `; there are ${known.slice(0, SHOWN).join(', ')}` : ''
  const more = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : ''
  throw new Error(
    `No key is of the account ${account}${named}${more}.${suggestName(account, known)}`,
  )
}

const SHOWN = 10
