import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

/** A secret that is kept between invocations, so that not every call pays for a look-up. */
export type CachedSecret<Value> = {
  /** The value, at most five minutes old. */
  read(): Promise<Value>
  /** The value as it is now, unless it was fetched within the last ten seconds. */
  refresh(): Promise<Value>
}

const MAX_AGE_MS = 5 * 60_000
const MIN_REFRESH_MS = 10_000

/** A secret of Secrets Manager. `parse` must not repeat what it cannot read: it may be half a key. */
export function createCachedSecret<Value>(
  client: Pick<SecretsManagerClient, 'send'>,
  { id, parse, now = Date.now }: { id: string; parse: (text: string) => Value; now?: () => number },
): CachedSecret<Value> {
  let kept: { value: Value; at: number } | undefined
  const within = async (ms: number): Promise<Value> => {
    if (kept && now() - kept.at < ms) return kept.value
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: id }))
    kept = { value: parse(SecretString), at: now() }
    return kept.value
  }
  return { read: () => within(MAX_AGE_MS), refresh: () => within(MIN_REFRESH_MS) }
}
