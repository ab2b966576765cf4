import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as z from 'zod/mini'
import { type CachedSecret, createCachedSecret } from '../../../../cached-secret.ts'

const limit = z.optional(z.int().check(z.gte(1)))

const key = z.object({
  key: z.string(),
  /** Requests per second. */
  perSecond: limit,
  /** Requests per 300 seconds. */
  perWindow: limit,
})

const secrets = z.union([z.string(), z.array(z.string()).check(z.minLength(1))])

const one = z.object({ apiKey: z.string(), webhookSecret: secrets })
const several = z.object({ apiKeys: z.array(key).check(z.minLength(1)), webhookSecret: secrets })

/** A key of the service, with its rate limits where they are configured. */
export type ServiceKey = z.output<typeof key>

/** The keys of the service, and the secrets that its webhooks may be signed with. */
export type ServiceCredentials = { keys: ServiceKey[]; webhookSecrets: string[] }

export type ServiceSecret = CachedSecret<ServiceCredentials>

/** The credentials in the secret `id` of Secrets Manager, cached. `now` gives epoch milliseconds. */
export function serviceSecret(
  client: Pick<SecretsManagerClient, 'send'>,
  id: string,
  now: () => number = Date.now,
): ServiceSecret {
  return createCachedSecret(client, { id, parse: parseSecret, now })
}

/** Parses the secret's JSON. The error does not repeat the text, because that may contain part of a key. */
export function parseSecret(text: string): ServiceCredentials {
  try {
    const given = z.union([several, one]).parse(JSON.parse(text))
    return {
      keys: 'apiKeys' in given ? given.apiKeys : [{ key: given.apiKey }],
      webhookSecrets: [given.webhookSecret].flat(),
    }
  } catch {
    const keys = '[{"key": "…", "perSecond": 5, "perWindow": 250}]'
    throw new Error(
      `The service secret must be JSON with apiKey, or apiKeys as ${keys}, and webhookSecret.`,
    )
  }
}
