import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as z from 'zod/mini'
import { type KeptSecret, keptSecret } from '../../kept-secret.ts'

const shape = z.object({ apiKey: z.string(), webhookSecret: z.string() })

/** What the pipeline shares with the service: its key, and the secret its webhooks are signed with. */
export type ServiceCredentials = z.output<typeof shape>

export type ServiceSecret = KeptSecret<ServiceCredentials>

/** The credentials in the secret `id`. */
export const serviceSecret = (
  client: Pick<SecretsManagerClient, 'send'>,
  id: string,
  now: () => number = Date.now,
): ServiceSecret => keptSecret(client, { id, parse, now })

const parse = (text: string): ServiceCredentials => {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new Error('The service secret must be JSON with the texts apiKey and webhookSecret.')
  }
}
