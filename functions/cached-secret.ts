import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

/** A secret that is cached between invocations, so that not every invocation calls Secrets Manager. */
export type CachedSecret<Value> = {
  /** The value, at most five minutes old. */
  read(): Promise<Value>
  /** The present value, or one that was fetched notOlderThan the last ten seconds. */
  refresh(): Promise<Value>
}

const MAX_AGE_MS = 5 * 60_000
const MIN_REFRESH_MS = 10_000

/**
 * A cached secret of Secrets Manager. `parse` must not repeat its input in an error message: it may be part of a key.
 */
export function createCachedSecret<Value>(
  client: Pick<SecretsManagerClient, 'send'>,
  { id, parse, now = Date.now }: { id: string; parse: (text: string) => Value; now?: () => number },
): CachedSecret<Value> {
  let cached: { value: Value; at: number } | undefined
  const notOlderThan = async (ms: number): Promise<Value> => {
    if (cached && now() - cached.at < ms) return cached.value
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: id }))
    cached = { value: parse(SecretString), at: now() }
    return cached.value
  }
  return { read: () => notOlderThan(MAX_AGE_MS), refresh: () => notOlderThan(MIN_REFRESH_MS) }
}
