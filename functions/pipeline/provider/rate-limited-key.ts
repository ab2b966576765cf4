import { ServiceFailure } from '../ports/provider.ts'
import type { KeyRateLimit } from './key-rate-limit.ts'
import { selectKey } from './select-key.ts'
import type { ServiceSecret } from './service-secret.ts'

/**
 * The key a job calls the service with. Throws `ServiceBusy`, before anything is sent, when the key has made as many
 * requests as it may for now.
 */
export function rateLimitedKey({
  read,
  pace,
}: Pick<ServiceSecret, 'read'> & { pace: KeyRateLimit }) {
  return async (job: string): Promise<string> => {
    const key = selectKey(job, (await read()).keys)
    const retryAfterSeconds = await pace(key)
    if (retryAfterSeconds === 0) return key.key
    throw new ServiceFailure(
      'ServiceBusy',
      'The key has made as many requests as it may for now.',
      {
        noEffect: true,
        retryAfterSeconds,
      },
    )
  }
}
