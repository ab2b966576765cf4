import { checkUrl } from '../../../fetch/check-url.ts'
import { FetchRefused } from '../../../fetch/fetch-refused.ts'
import { keyHash } from '../model/api-key.ts'
import type { RateLimits } from '../model/rate-limits.ts'
import type { KeyStore } from '../ports/key-store.ts'
import type { UnitStore } from '../ports/unit-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { createKey } from './create-key.ts'
import { grantUnits } from './grant-units.ts'
import { registerWebhook } from './register-webhook.ts'

export type ConnectPipelineInput = {
  /** The account whose units the pipeline uses. */
  account: string
  /** The URL at which the pipeline receives webhooks about its tasks. */
  webhookUrl: string
  /** Units granted once, with the first connection. */
  units: number
  /** The present key and webhook secret, which are kept if the key still exists. */
  current?: { apiKey: string; webhookSecret: string } | undefined
  /** The rate limits of the pipeline's key. @default far above the published limits */
  limits?: RateLimits
  /** The one loopback origin that the webhook URL may have. */
  allowLoopbackOrigin?: string
}

export type ConnectPipelineDeps = {
  keys: KeyStore
  units: UnitStore
  webhooks: WebhookStore
  now: () => number
}

/**
 * A pipeline makes four requests a file, and its functions share their addresses with other customers of AWS. These
 * limits let thousands of files, dropped at once, through as fast as the workers can keep up, and still stop a runaway
 * loop.
 */
const PIPELINE_LIMITS: RateLimits = { perWindow: 30_000, perSecond: 200 }

/**
 * Makes a pipeline a client of the service: creates a key, grants units and registers an endpoint for its webhooks.
 * Returns what the pipeline must know. Idempotent: what still holds is kept. Endpoints of the pipeline at former URLs
 * are removed, those that an operator added to the account stay. A webhook URL that cannot be used is refused before
 * anything is created, and a key created for a connection that then fails is switched off.
 */
export async function connectPipeline(
  input: ConnectPipelineInput,
  deps: ConnectPipelineDeps,
): Promise<{ apiKey: string; webhookSecret: string }> {
  const { account, current, limits = PIPELINE_LIMITS } = input
  requireWebhookUrl(input)
  const record = current && (await deps.keys.get(keyHash(current.apiKey)))
  if (record) {
    if (!record.limits) await deps.keys.put({ ...record, limits })
    return { apiKey: current.apiKey, webhookSecret: await connectAccount(input, current, deps) }
  }
  const made = await createKey({ account, name: 'pipeline', limits }, deps)
  try {
    return { apiKey: made.key, webhookSecret: await connectAccount(input, undefined, deps) }
  } catch (error) {
    await deps.keys.setActive(made.record.hash, false)
    throw error
  }
}

/** Grants the first units and registers the endpoint. @returns the endpoint's secret */
async function connectAccount(
  { account, webhookUrl, units, allowLoopbackOrigin }: ConnectPipelineInput,
  known: ConnectPipelineInput['current'],
  deps: ConnectPipelineDeps,
): Promise<string> {
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
  return secret
}

/** @throws Error that names the address and the rule; a pipeline's webhook address holds no secret */
function requireWebhookUrl({ webhookUrl, allowLoopbackOrigin }: ConnectPipelineInput): void {
  try {
    checkUrl(webhookUrl, { allowLoopbackOrigin })
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw new Error(
      `The pipeline's webhook address ${webhookUrl} cannot be used. ${error.message}`,
      {
        cause: error,
      },
    )
  }
}
