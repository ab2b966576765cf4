import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { createCachedSecret } from '../cached-secret.ts'

/**
 * Reads the bearer key of a generator from its secret, JSON with `apiKey`, an empty one for a server that wants none.
 * @param secretArn undefined where the generator has no secret
 */
export function generatorKey(secretArn: string | undefined): () => Promise<string | undefined> {
  if (secretArn === undefined) return async () => undefined
  const secret = createCachedSecret(new SecretsManagerClient({}), {
    id: secretArn,
    parse: (text) => parseKey(text),
  })
  return async () => (await secret.read()) || undefined
}

/** What is no such JSON, as when an operator stored the key alone, is the key. */
function parseKey(text: string): string {
  try {
    const { apiKey } = JSON.parse(text) as { apiKey?: unknown }
    return typeof apiKey === 'string' ? apiKey.trim() : ''
  } catch {
    return text.trim()
  }
}
