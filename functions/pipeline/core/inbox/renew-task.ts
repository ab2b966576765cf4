import { Failure } from '../../../../catalog/failures/failure.ts'
import { WAIT_SECONDS } from '../../../../catalog/tasks/task-times.ts'
import { log } from '../../../log.ts'
import { type Inbox, jobOfCallback } from '../ports/inbox.ts'
import type { SignUrlDeps } from '../steps/sign-url.ts'
import type { Creation } from './create-once.ts'
import { renewalOf, renewRequest } from './renew-request.ts'

/**
 * Seconds after its creation for which a task's creation may be repeated. Services keep an Idempotency-Key for a day:
 * after that the same request would create, and charge, a second task. The last URL lasts beyond the day.
 */
export const REPEATABLE_SECONDS = WAIT_SECONDS - 3600

/**
 * Lets the service have newer URLs of a waiting task's files before those end that it has: they are signed anew, and
 * the creation is repeated under the same key. Only a service that keeps Idempotency-Keys is asked. Returns the seconds
 * until it is due again, undefined for never; what goes wrong is logged and tried again at the next look.
 */
export async function renewTask(
  { key, feature, stage, callback }: Creation,
  deps: SignUrlDeps & { inbox: Pick<Inbox, 'storeRequest'> },
): Promise<number | undefined> {
  const { provider, inbox, now } = deps
  const { taskId, createdAt = 0 } = callback
  if (!provider.idempotent || now() / 1000 >= createdAt + REPEATABLE_SECONDS) return undefined
  try {
    const renewed = await renewRequest(callback, jobOfCallback(key), deps)
    if (renewed) {
      const same = await provider.create(feature, stage, renewed.request, key, callback.batched)
      if (same !== taskId) {
        log.error('The service made a second task under one Idempotency-Key.', { taskId, same })
        await inbox.storeRequest(key, { request: callback.request, signed: [] })
        return undefined
      }
      await inbox.storeRequest(key, renewed)
      log.info('The source URLs of a waiting task were renewed.', { taskId })
    }
    const due = renewalOf(renewed ?? callback)
    return due && Math.max(1, Math.ceil(due - now() / 1000))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    log.warn('The source URLs of a waiting task could not be renewed.', { taskId, error })
    return undefined
  }
}
