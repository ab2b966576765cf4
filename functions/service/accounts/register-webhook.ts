import { hash, randomBytes } from 'node:crypto'
import { checkUrl } from '../../fetch/check-url.ts'
import { webhookKey } from '../../webhook/webhook-key.ts'
import { type Endpoint, MAX_ENDPOINTS } from '../model/endpoint.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { requireAccountName } from './require-account-name.ts'

export type RegisterWebhookInput = {
  account: string
  url: string
  /** `whsec_…`; one of 256 random bits is made without it. */
  secret?: string
  /** The one loopback origin endpoints may have. */
  allowLoopbackOrigin?: string
  /** Whose endpoint it is when no operator's. */
  purpose?: Endpoint['purpose']
}

/**
 * Adds an endpoint that hears of the end of the account's tasks, or replaces the secret of the one with this URL and
 * switches it on again. Gives the secret its receiver verifies with. Throws `FetchRefused` for a URL that could never be
 * reached, and an error for a bad secret or one endpoint too many.
 */
export async function registerWebhook(
  { account, url, secret, allowLoopbackOrigin, purpose }: RegisterWebhookInput,
  { webhooks, now }: { webhooks: WebhookStore; now: () => number },
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { url: checked, loopback } = checkUrl(url, allowLoopbackOrigin)
  const { href } = checked
  const chosen = secret ?? `whsec_${randomBytes(32).toString('base64')}`
  webhookKey(chosen)
  const endpoint: Endpoint = {
    // From the URL, so that registering it again changes the endpoint and does not add one; no command line takes it for
    // an option.
    id: hash('sha256', href, 'base64url').slice(0, 22).replace(/^-/, '_'),
    account: requireAccountName(account),
    url: href,
    secrets: [chosen],
    active: true,
    ...(loopback && { loopback }),
    ...(purpose && { purpose }),
    createdAt: Math.floor(now() / 1000),
  }
  if (await webhooks.putEndpoint(endpoint)) return { endpoint, secret: chosen }
  throw new Error(
    `An account has at most ${MAX_ENDPOINTS} webhook endpoints, those that are off included. Remove one first.`,
  )
}
