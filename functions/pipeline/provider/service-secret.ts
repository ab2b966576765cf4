import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as z from 'zod/mini'

const shape = z.object({ apiKey: z.string(), webhookSecret: z.string() })

/** What the pipeline shares with the service: its key, and the secret its webhooks are signed with. */
export type ServiceCredentials = z.output<typeof shape>

export type ServiceSecret = {
  /** The credentials, at most five minutes old. */
  read(): Promise<ServiceCredentials>
  /** The credentials as they are now, unless they were fetched within the last ten seconds. */
  refresh(): Promise<ServiceCredentials>
}

const FRESH_MS = 5 * 60_000
const LEAST_REFRESH_MS = 10_000

/** Credentials from Secrets Manager, kept between invocations so that not every call pays for a look-up. */
export const serviceSecret = (
  client: Pick<SecretsManagerClient, 'send'>,
  secretId: string,
  now: () => number = Date.now,
): ServiceSecret => {
  let kept: { value: ServiceCredentials; at: number } | undefined
  const within = async (ms: number): Promise<ServiceCredentials> => {
    if (kept && now() - kept.at < ms) return kept.value
    const { SecretString = '' } = await client.send(
      new GetSecretValueCommand({ SecretId: secretId }),
    )
    kept = { value: parse(SecretString), at: now() }
    return kept.value
  }
  return { read: () => within(FRESH_MS), refresh: () => within(LEAST_REFRESH_MS) }
}

/** Never repeats what it could not read: it may be half a key. */
const parse = (text: string): ServiceCredentials => {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new Error('The service secret must be JSON with the texts apiKey and webhookSecret.')
  }
}
