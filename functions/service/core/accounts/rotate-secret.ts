import { randomBytes } from 'node:crypto'
import { webhookKey } from '../../../webhook/webhook-key.ts'
import { ROTATION_SECONDS } from '../model/endpoint.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'

export type RotateSecretInput = {
  account: string
  endpointId: string
  /** `whsec_…`. @default one of 256 random bits */
  secret?: string | undefined
}

/** The most former secrets that webhooks are signed with. Each adds a signature to the header. */
const MAX_RETIRING_SECRETS = 4

/**
 * Replaces the secret of an endpoint. For a day every webhook is signed with the new and the former secret, so that the
 * receiver can switch without missing any (zero-downtime rotation, Standard Webhooks 1.0.0, "Webhook headers"). Throws
 * when there is no such endpoint or the secret is malformed.
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
