import { Failure } from '../../../catalog/failure.ts'
import type { Feature, Stage } from '../../../catalog/feature.ts'
import type { Callback, Inbox } from '../ports/inbox.ts'
import { type Provider, ServiceFailure } from '../ports/provider.ts'

export type CreateOnceDeps = {
  inbox: Inbox
  provider: Provider
  /** A text nobody else has. */
  uniqueId: () => string
}

export type Creation = { key: string; feature: Feature; stage: Stage; callback: Callback }

/**
 * Creates the task of a callback, at most once. A service that takes an Idempotency-Key is simply asked again after
 * a lost answer and gives the same task. Any other is asked again only when it has certainly not made the task;
 * otherwise `CreationUnknown` is thrown, because asking could make, and bill, a second one.
 */
export async function createOnce(
  { key, feature, stage, callback }: Creation,
  { inbox, provider, uniqueId }: CreateOnceDeps,
): Promise<string> {
  const create = () => provider.create(feature, stage, callback.request, key)
  if (provider.idempotent) return create()

  const asker = uniqueId()
  if ((await inbox.acquireCreationLock(key, asker)) !== asker) throw new Failure('CreationUnknown')
  try {
    return await create()
  } catch (error) {
    if (error instanceof ServiceFailure && error.noEffect) await inbox.releaseCreationLock(key)
    throw error
  }
}
