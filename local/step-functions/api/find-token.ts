import type { Engine } from '../run/engine.ts'
import { isToken, type TokenRow } from '../store/tokens.ts'
import { ApiError } from './api-error.ts'

/**
 * A task token that can still be answered. Throws InvalidToken for text that is no token, TaskDoesNotExist for a
 * token that was never issued, and TaskTimedOut for one that was answered, replaced by a newer one, or is past its
 * deadline.
 */
export function findToken({ store, clock }: Engine, token: string): TokenRow {
  if (!isToken(token)) throw new ApiError('InvalidToken', `Invalid Token: 'Invalid token'`)
  const row = store.tokens.find(token)
  if (row === undefined)
    throw new ApiError('TaskDoesNotExist', 'Task Does Not Exist: no task has this token')
  const late = Math.min(row.timeoutAt ?? Infinity, row.heartbeatAt ?? Infinity) <= clock.now()
  if (!row.open || row.outcome !== null || late)
    throw new ApiError('TaskTimedOut', `Task Timed Out: 'Provided task does not exist anymore'`)
  return row
}
