const ACCOUNT_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** Returns `name` if it is a valid account name: 1–64 of `a–z 0–9 -`, not starting with `-`. Throws otherwise. */
export function requireAccountName(name: string): string {
  if (ACCOUNT_NAME.test(name)) return name
  throw new Error('An account name has 1 to 64 of a-z, 0-9 and -, and does not start with -.')
}
