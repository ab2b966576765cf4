import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Attempt, Delivery } from '../../model/delivery.ts'

/** A conditional write of a delivery. */
export type DeliveryUpdate = Omit<UpdateCommandInput, 'TableName' | 'Key'>

const PENDING_ATTEMPT = '#status = :pending AND attempt = :attempt'
const NAMES = { '#status': 'status' }

/** Takes an attempt that is due and gives its delivery, unless it was made or somebody has it. */
export function claimUpdate(attempt: number, now: number, until: number): DeliveryUpdate {
  return {
    UpdateExpression: 'SET claimedUntil = :until',
    ConditionExpression: `${PENDING_ATTEMPT} AND dueAt <= :now AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)`,
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

/** Writes an attempt down; a delivery that is not pending any more leaves the index. */
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

/** Begins the schedule of an ended delivery again, its next attempt being number `attempt`. */
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
