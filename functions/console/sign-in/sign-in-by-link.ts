import { createHash } from 'node:crypto'
import { Failure } from '../../../catalog/failures/failure.ts'
import { type LinkSecrets, roleOfSecret } from './link-secrets.ts'
import type { SessionStore } from './session-store.ts'

export type SignInByLinkDeps = { sessions: SessionStore; secrets: LinkSecrets }

/** Attempts of one address in ten minutes; a person mistypes a link a few times, a guesser needs 2^128. */
const MOST_ATTEMPTS = 20
const ATTEMPT_SECONDS = 600
/** Sessions that one link opens in a run: a few browsers, and the same ones again after they were closed. */
const MOST_SESSIONS = 50
const RUN_SECONDS = 30 * 86_400

/**
 * Exchanges the secret of the link that `npm start` printed for a session, and gives its id.
 * @throws Failure TooManyRequests, SignInRefused
 */
export async function signInByLink(
  { secret, ip }: { secret: string; ip: string },
  { sessions, secrets }: SignInByLinkDeps,
): Promise<string> {
  if ((await sessions.count(`sign-in#${ip}`, ATTEMPT_SECONDS)) > MOST_ATTEMPTS) {
    throw new Failure('TooManyRequests', 'Too many attempts to sign in; try again in ten minutes.')
  }
  const role = roleOfSecret(secret, secrets)
  if (role === undefined) {
    throw new Failure(
      'SignInRefused',
      'This link is of another run. Open the one that `npm start` printed last.',
    )
  }
  const link = createHash('sha256').update(secret).digest('hex').slice(0, 16)
  if ((await sessions.count(`link#${link}`, RUN_SECONDS)) > MOST_SESSIONS) {
    throw new Failure('SignInRefused', 'This link is used up. Start the run anew for another one.')
  }
  return sessions.open({ role, who: 'local' })
}
