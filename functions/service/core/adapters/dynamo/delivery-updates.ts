import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Attempt, Delivery } from '../../model/delivery.ts'

/** A conditional update of a delivery. */
export type DeliveryUpdate = Omit<UpdateCommandInput, 'TableName' | 'Key'>

const PENDING_ATTEMPT = '#status = :pending AND attempt = :attempt'
const NAMES = { '#status': 'status' }

/** Claims an attempt that is due and returns its delivery, unless it was made or another worker has claimed it. */
export function claimUpdate(attempt: number, now: number, until: number): DeliveryUpdate {
  return {
    UpdateExpression: 'SET claimedUntil = :until',
    ConditionExpression:
      `${PENDING_ATTEMPT} AND dueAt <= :now` +
      ' AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: {
      ':pending': 'pending',
      ':attempt': attempt,
      ':now': now,
      ':until': until,
    },
    ReturnValues: 'ALL_NEW',
  }
}

/** Records an attempt. A delivery that is not pending any more leaves the sparse index `pending`. */
export function recordUpdate(
  attempt: number,
  made: Attempt,
  next: Pick<Delivery, 'status' | 'dueAt'>,
): DeliveryUpdate {
  return {
    UpdateExpression: `SET #status = :status, dueAt = :due, attempt = :next,
    attempts = list_append(attempts, :made) REMOVE claimedUntil${next.status === 'pending' ? '' : ', pending'}`,
    ConditionExpression: PENDING_ATTEMPT,
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: {
      ':pending': 'pending',
      ':attempt': attempt,
      ':next': attempt + 1,
      ':status': next.status,
      ':due': next.dueAt,
      ':made': [made],
    },
  }
}

/** Ends a pending delivery. */
export const refuseUpdate: DeliveryUpdate = {
  UpdateExpression: 'SET #status = :refused REMOVE pending',
  ConditionExpression: '#status = :pending',
  ExpressionAttributeNames: NAMES,
  ExpressionAttributeValues: { ':refused': 'refused', ':pending': 'pending' },
}

/** Starts a new schedule for an ended delivery, whose next attempt is number `attempt`. */
export function replayUpdate(attempt: number, now: number, shard: string): DeliveryUpdate {
  return {
    UpdateExpression:
      'SET #status = :pending, pending = :shard, dueAt = :now, series = :attempt REMOVE claimedUntil',
    ConditionExpression: '#status <> :pending AND attempt = :attempt',
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: {
      ':pending': 'pending',
      ':shard': shard,
      ':now': now,
      ':attempt': attempt,
    },
  }
}
