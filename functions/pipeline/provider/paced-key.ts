import { keyOf } from './key-of.ts'
import type { Pace } from './pace.ts'
import { ServiceFailure } from './provider.ts'
import type { ServiceSecret } from './service-secret.ts'

/**
 * The key a job calls the service with. Throws `ServiceBusy`, before anything is sent, when the key has made as many
 * requests as it may for now.
 */
export const pacedKey =
  ({ read, pace }: Pick<ServiceSecret, 'read'> & { pace: Pace }) =>
  async (job: string): Promise<string> => {
    const key = keyOf(job, (await read()).keys)
    const retryAfterSeconds = await pace(key)
    if (retryAfterSeconds === 0) return key.key
    throw new ServiceFailure(
      'ServiceBusy',
      'The key has made as many requests as it may for now.',
      {
        undone: true,
        retryAfterSeconds,
      },
    )
  }
