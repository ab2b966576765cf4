import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as z from 'zod/mini'
import { type CachedSecret, createCachedSecret } from '../../../cached-secret.ts'

const most = z.optional(z.int().check(z.gte(1)))

const key = z.object({
  key: z.string(),
  /** Requests it may make in a second, and in 300 seconds. */
  perSecond: most,
  perWindow: most,
})

const secrets = z.union([z.string(), z.array(z.string()).check(z.minLength(1))])

const one = z.object({ apiKey: z.string(), webhookSecret: secrets })
const several = z.object({ apiKeys: z.array(key).check(z.minLength(1)), webhookSecret: secrets })

/** A key of the service, with the limits that are known of it. */
export type ServiceKey = z.output<typeof key>

/** What the pipeline shares with the service: its keys, and the secrets its webhooks may be signed with. */
export type ServiceCredentials = { keys: ServiceKey[]; webhookSecrets: string[] }

export type ServiceSecret = CachedSecret<ServiceCredentials>

/** The credentials in the secret `id`. */
export function serviceSecret(
  client: Pick<SecretsManagerClient, 'send'>,
  id: string,
  now: () => number = Date.now,
): ServiceSecret {
  return createCachedSecret(client, { id, parse: parseSecret, now })
}

/** Throws without repeating what it cannot read: it may be half a key. */
export function parseSecret(text: string): ServiceCredentials {
  try {
    const given = z.union([several, one]).parse(JSON.parse(text))
    return {
      keys: 'apiKeys' in given ? given.apiKeys : [{ key: given.apiKey }],
      webhookSecrets: [given.webhookSecret].flat(),
    }
  } catch {
    throw new Error(
      'The service secret must be JSON with apiKey, or apiKeys as [{"key": "…", "perSecond": 5, "perWindow": 250}], and webhookSecret.',
    )
  }
}
