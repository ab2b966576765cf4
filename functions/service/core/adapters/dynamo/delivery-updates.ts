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

/**
 * Records an attempt. A delivery that is not pending any more leaves its partition of the sparse index `pending`; one
 * that failed goes into that of its account's failures.
 */
export function recordUpdate(
  attempt: number,
  made: Attempt,
  next: Pick<Delivery, 'status' | 'dueAt'>,
  failures: string,
): DeliveryUpdate {
  const failed = next.status === 'exhausted' || next.status === 'refused'
  const leaves = next.status === 'delivered'
  return {
    UpdateExpression: `SET #status = :status, dueAt = :due, attempt = :next,
    attempts = list_append(attempts, :made)${failed ? ', pending = :failures' : ''}
    REMOVE claimedUntil${leaves ? ', pending' : ''}`,
    ConditionExpression: PENDING_ATTEMPT,
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: {
      ':pending': 'pending',
      ':attempt': attempt,
      ':next': attempt + 1,
      ':status': next.status,
      ':due': next.dueAt,
      ':made': [made],
      ...(failed && { ':failures': failures }),
    },
  }
}

/** Ends a pending delivery as one that failed. */
export function refuseUpdate(failures: string): DeliveryUpdate {
  return {
    UpdateExpression: 'SET #status = :refused, pending = :failures',
    ConditionExpression: '#status = :pending',
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: {
      ':refused': 'refused',
      ':pending': 'pending',
      ':failures': failures,
    },
  }
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
