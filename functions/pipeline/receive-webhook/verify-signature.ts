import { Failure } from '../../../catalog/failures/failure.ts'
import type { CachedSecret } from '../../cached-secret.ts'
import { verifyWebhook } from '../../webhook/verify-webhook.ts'
import type { Webhook } from './receive-webhook.ts'

/**
 * Whether a webhook carries a signature of the service. A signature that does not match the cached secret is checked
 * once more with a fresh one, so that a rotated secret takes effect at once. `now` in epoch milliseconds.
 */
export async function verifySignature(
  webhook: Webhook,
  credentials: CachedSecret<{ webhookSecrets: string[] }>,
  now: number,
): Promise<boolean> {
  return (
    holds(webhook, (await credentials.read()).webhookSecrets, now) ||
    holds(webhook, (await credentials.refresh()).webhookSecrets, now)
  )
}

function holds(webhook: Webhook, secrets: string[], now: number): boolean {
  try {
    verifyWebhook({ ...webhook, secrets, now })
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
