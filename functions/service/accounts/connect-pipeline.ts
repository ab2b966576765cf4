import { keyHash } from '../keys/key-hash.ts'
import type { KeyStore } from '../keys/key-store.ts'
import type { UnitStore } from '../units/unit-store.ts'
import type { WebhookStore } from '../webhooks/webhook-store.ts'
import { createKey } from './create-key.ts'
import { grantUnits } from './grant-units.ts'
import { registerWebhook } from './register-webhook.ts'

export type ConnectPipelineInput = {
  /** The account the pipeline works on. */
  account: string
  /** Where the pipeline hears of the end of its tasks. */
  webhookUrl: string
  /** Units granted once, with the first connection. */
  units: number
  /** What the two share so far; what of it still holds is kept. */
  current?: { apiKey: string; webhookSecret: string } | undefined
  /** The one loopback origin the webhook may have. */
  allowLoopbackOrigin?: string
}

export type ConnectPipelineDeps = {
  keys: KeyStore
  units: UnitStore
  webhooks: WebhookStore
  now: () => number
}

/**
 * Makes a pipeline a client of the service: a key, some units, an endpoint for its webhooks. Gives what the pipeline
 * must know. Done again it changes nothing that still holds, and switches endpoints at former addresses off.
 */
export const connectPipeline = async (
  { account, webhookUrl, units, current, allowLoopbackOrigin }: ConnectPipelineInput,
  deps: ConnectPipelineDeps,
): Promise<{ apiKey: string; webhookSecret: string }> => {
  const known = current && (await deps.keys.get(keyHash(current.apiKey))) ? current : undefined
  const apiKey = known?.apiKey ?? (await createKey({ account, name: 'pipeline' }, deps)).key
  await grantUnits({ account, units, reference: 'first-connection' }, deps)
  const { endpoint, secret } = await registerWebhook(
    {
      account,
      url: webhookUrl,
      ...(known && { secret: known.webhookSecret }),
      ...(allowLoopbackOrigin && { allowLoopbackOrigin }),
    },
    deps,
  )
  for (const { id, active } of await deps.webhooks.endpoints(account)) {
    if (active && id !== endpoint.id) {
      await deps.webhooks.disableEndpoint(account, id, 'The pipeline has another address now.')
    }
  }
  return { apiKey, webhookSecret: secret }
}
