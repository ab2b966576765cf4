import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Feature, Stage } from '../../../../catalog/features/feature.ts'
import type { Callback, Inbox } from '../ports/inbox.ts'
import { type Provider, ServiceFailure } from '../ports/provider.ts'

export type CreateOnceDeps = {
  inbox: Inbox
  provider: Provider
  /** Makes an id that no other call gets. */
  uniqueId: () => string
}

export type Creation = { key: string; feature: Feature; stage: Stage; callback: Callback }

/**
 * Creates the task of a callback at most once and returns its id. A service that supports the header Idempotency-Key
 * is simply called again after a lost answer, and returns the same task. Any other service is called again only when
 * it has certainly not created the task. Otherwise `CreationUnknown` is thrown, because a second call could create,
 * and charge, a second task. Throws the `ServiceFailure` of the call.
 */
export async function createOnce(
  { key, feature, stage, callback }: Creation,
  { inbox, provider, uniqueId }: CreateOnceDeps,
): Promise<string> {
  const { request, batched } = callback
  const create = () => provider.create(feature, stage, request, key, batched)
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
