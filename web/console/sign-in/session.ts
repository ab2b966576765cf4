import { signal } from '@preact/signals'
import { mayAct, type Role } from '../../../catalog/console/role.ts'
import type { SessionAnswer } from '../../../catalog/console/wire.ts'
import { onSignedOut, RequestError, request } from '../api/request.ts'
import { refusal } from '../words/words.ts'

/** Who is signed in: undefined until that is known. */
export const session = signal<SessionAnswer | 'signed out' | 'refused' | undefined>(undefined)

/** Why signing in failed, in words. */
export const refused = signal('')

/**
 * Signs in with the secret behind `#`, where there is one, and removes it from the address; else goes on with the
 * session that the browser has.
 */
export async function startSession(): Promise<void> {
  onSignedOut((signIn) => {
    session.value = 'signed out'
    // Back to where one wanted, after the provider's page.
    if (signIn?.startsWith('/console/')) {
      location.assign(`${signIn}?to=${encodeURIComponent(location.pathname + location.search)}`)
    }
  })
  document.addEventListener('visibilitychange', comeBack)
  // A link that is opened over a page of the same address loads nothing anew.
  addEventListener('hashchange', () => {
    const secret = takeSecret()
    if (secret !== undefined) void signInBy(secret)
  })
  const secret = takeSecret()
  if (secret !== undefined) await signInBy(secret)
  else await goOn()
}

/** The secret in the address, which leaves it. */
function takeSecret(): string | undefined {
  const secret = location.hash.slice(1)
  if (!/^[\w-]{20,200}$/.test(secret)) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return secret
}

async function signInBy(secret: string): Promise<void> {
  try {
    session.value = await request<SessionAnswer>('/session', { method: 'POST', body: { secret } })
  } catch (error) {
    refused.value = refusal(error)
    session.value = 'refused'
  }
}

/** The link may have been opened in another tab, whose session is this one's, too: the page goes on where it was. */
function comeBack(): void {
  if (session.value === 'signed out' && document.visibilityState === 'visible') void goOn()
}

async function goOn(): Promise<void> {
  try {
    session.value = await request<SessionAnswer>('/session')
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'SignInRequired') {
      refused.value = refusal(error)
    }
    session.value = 'signed out'
  }
}

/** Ends the session, and the provider's own where it has one. */
export async function signOut(): Promise<void> {
  const { endSession } = await request<{ endSession?: string }>('/session', { method: 'DELETE' })
  session.value = 'signed out'
  if (endSession !== undefined) location.assign(endSession)
}

/** Whether whoever is signed in may change things; what they may not do is not offered. */
export function mayOperate(): boolean {
  return may('operator')
}

/** Whether whoever is signed in may see and change keys, webhooks and units. */
export function mayAdminister(): boolean {
  return may('admin')
}

function may(asked: Role): boolean {
  const { role } = (session.value ?? {}) as Partial<SessionAnswer>
  return role !== undefined && mayAct(role, asked)
}
