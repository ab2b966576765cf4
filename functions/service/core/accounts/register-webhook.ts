import { hash, randomBytes } from 'node:crypto'
import { FEATURES, findFeature } from '../../../../catalog/features/features.ts'
import { suggestName } from '../../../../catalog/issues/suggest-name.ts'
import { checkUrl } from '../../../fetch/check-url.ts'
import { webhookKey } from '../../../webhook/webhook-key.ts'
import { type Endpoint, type EndpointFilter, MAX_ENDPOINTS } from '../model/endpoint.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { requireAccountName } from './require-account-name.ts'

export type RegisterWebhookInput = {
  account: string
  url: string
  /** `whsec_…`. @default one of 256 random bits */
  secret?: string
  /** The one loopback origin that endpoints may have. */
  allowLoopbackOrigin?: string
  /** The tasks that it hears of. @default all of the account */
  only?: EndpointFilter
  /** Who registers the endpoint, when that is not an operator. */
  purpose?: Endpoint['purpose']
}

/**
 * Registers an endpoint for webhooks about the account's tasks. If there is one with this URL, its secret and filter
 * are replaced and it is switched on again. Returns the secret with which the receiver verifies signatures. Throws
 * `FetchRefused` for a URL that the service would never fetch, and an `Error` for a malformed secret, an unknown
 * feature or more than `MAX_ENDPOINTS` endpoints.
 */
export async function registerWebhook(
  { account, url, secret, allowLoopbackOrigin, only, purpose }: RegisterWebhookInput,
  { webhooks, now }: { webhooks: WebhookStore; now: () => number },
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { url: checked, exempt } = checkUrl(url, { allowLoopbackOrigin })
  const { href } = checked
  const chosen = secret ?? `whsec_${randomBytes(32).toString('base64')}`
  webhookKey(chosen)
  const filter = only && requireFilter(only)
  const endpoint: Endpoint = {
    // Derived from the URL, so that registering it again changes the endpoint and does not add one. A leading `-` is
    // replaced, because a command line would take the id for an option.
    id: hash('sha256', href, 'base64url').slice(0, 22).replace(/^-/, '_'),
    account: requireAccountName(account),
    url: href,
    secrets: [chosen],
    active: true,
    ...(filter && { only: filter }),
    ...(exempt && { loopback: true }),
    ...(purpose && { purpose }),
    createdAt: Math.floor(now() / 1000),
  }
  if (await webhooks.putEndpoint(endpoint)) return { endpoint, secret: chosen }
  throw new Error(
    `An account has at most ${MAX_ENDPOINTS} webhook endpoints, those that are off included. ` +
      'Remove one first.',
  )
}

/** The filter without what is empty; undefined where nothing is left. */
function requireFilter({ features = [], keys = [] }: EndpointFilter): EndpointFilter | undefined {
  for (const name of features) {
    if (findFeature(name)) continue
    const known = FEATURES.map((feature) => feature.name)
    throw new Error(`There is no feature ${name}.${suggestName(name, known)}`)
  }
  if (features.length === 0 && keys.length === 0) return undefined
  return { ...(features.length > 0 && { features }), ...(keys.length > 0 && { keys }) }
}
