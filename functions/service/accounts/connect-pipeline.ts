import { keyHash } from '../model/api-key.ts'
import type { RateLimits } from '../model/rate-limits.ts'
import type { KeyStore } from '../ports/key-store.ts'
import type { UnitStore } from '../ports/unit-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
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
  /** How often the pipeline may ask. @default far more than the published limits */
  limits?: RateLimits
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
 * A pipeline asks four times a file and shares its functions' addresses with strangers. This lets a few thousand files
 * dropped at once through at the pace the workers can keep, and still stops a loop.
 */
const PIPELINE_LIMITS: RateLimits = { perWindow: 30_000, perSecond: 200 }

/**
 * Makes a pipeline a client of the service: a key, some units, an endpoint for its webhooks. Gives what the pipeline
 * must know. Done again it changes nothing that still holds, and removes the pipeline's endpoints at former addresses;
 * endpoints that somebody else added to the account stay.
 */
export async function connectPipeline(
  {
    account,
    webhookUrl,
    units,
    current,
    limits = PIPELINE_LIMITS,
    allowLoopbackOrigin,
  }: ConnectPipelineInput,
  deps: ConnectPipelineDeps,
): Promise<{ apiKey: string; webhookSecret: string }> {
  const record = current && (await deps.keys.get(keyHash(current.apiKey)))
  const known = record && current
  if (record && !record.limits) await deps.keys.put({ ...record, limits })
  const fresh = { account, name: 'pipeline', limits }
  const apiKey = known?.apiKey ?? (await createKey(fresh, deps)).key
  await grantUnits({ account, units, reference: 'first-connection' }, deps)
  const { endpoint, secret } = await registerWebhook(
    {
      account,
      url: webhookUrl,
      purpose: 'pipeline',
      ...(known && { secret: known.webhookSecret }),
      ...(allowLoopbackOrigin && { allowLoopbackOrigin }),
    },
    deps,
  )
  for (const { id, purpose } of await deps.webhooks.endpoints(account)) {
    if (purpose === 'pipeline' && id !== endpoint.id) {
      await deps.webhooks.removeEndpoint(account, id)
    }
  }
  return { apiKey, webhookSecret: secret }
}
