import { randomBytes } from 'node:crypto'
import { webhookKey } from '../../webhook/webhook-key.ts'
import { ROTATION_SECONDS } from '../model/endpoint.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'

export type RotateSecretInput = {
  account: string
  endpointId: string
  /** `whsec_…`; one of 256 random bits is made without it. */
  secret?: string | undefined
}

/** Former secrets signed with at the same time; each makes the header longer. */
const MAX_RETIRING_SECRETS = 4

/**
 * Gives an endpoint a new secret. For a day every webhook is signed with the new and the former one, so that the
 * receiver can change over without missing any. Throws when there is no such endpoint or the secret is malformed.
 */
export async function rotateSecret(
  {
    account,
    endpointId,
    secret = `whsec_${randomBytes(32).toString('base64')}`,
  }: RotateSecretInput,
  { webhooks, now }: { webhooks: WebhookStore; now: () => number },
): Promise<{ secret: string; formerUntil: number }> {
  webhookKey(secret)
  const endpoint = await webhooks.endpoint(account, endpointId)
  if (!endpoint) throw new Error(`The account ${account} has no endpoint ${endpointId}.`)
  const at = Math.floor(now() / 1000)
  const until = at + ROTATION_SECONDS
  const former = endpoint.secrets.map((each) => ({ secret: each, until }))
  const running = (endpoint.retiring ?? []).filter((each) => at < each.until)
  const retiring = [...former, ...running].slice(0, MAX_RETIRING_SECRETS)
  if (await webhooks.replaceSecrets(endpoint, { secrets: [secret], retiring })) {
    return { secret, formerUntil: until }
  }
  throw new Error(`The secret of endpoint ${endpointId} was just changed by somebody else.`)
}
