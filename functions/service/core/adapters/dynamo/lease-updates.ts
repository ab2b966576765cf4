import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Lease } from '../../model/lease.ts'

/** A conditional update of a task's item. */
export type TaskUpdate = Omit<UpdateCommandInput, 'TableName' | 'Key'>

/** The condition that a task runs, and where a holder is named, that its lease is that one's. */
export function heldBy(holder: string | undefined) {
  return {
    condition: `#status = :running${holder === undefined ? '' : ' AND #lease.#holder = :holder'}`,
    names: {
      '#status': 'status',
      ...(holder !== undefined && { '#lease': 'lease', '#holder': 'holder' }),
    },
    values: { ':running': 'running', ...(holder !== undefined && { ':holder': holder }) },
  }
}

/**
 * Takes the lease of a running task that nobody has, or whose lease expired by `now`. The holder may take it again:
 * the client of the database repeats a call whose answer was lost. The task moves to the partition `shard` of the
 * index of running tasks.
 */
export function takeLeaseUpdate(lease: Lease, now: number, shard: string): TaskUpdate {
  return {
    UpdateExpression:
      'SET #lease = :lease, startedAt = if_not_exists(startedAt, :at), #open = :shard',
    ConditionExpression:
      '#status = :running AND (attribute_not_exists(#lease) OR #lease.#until <= :now' +
      ' OR #lease.#holder = :holder)',
    ExpressionAttributeNames: {
      '#status': 'status',
      '#lease': 'lease',
      '#until': 'until',
      '#holder': 'holder',
      '#open': 'open',
    },
    ExpressionAttributeValues: {
      ':lease': lease,
      ':holder': lease.holder,
      ':running': 'running',
      ':shard': shard,
      ':now': now,
      ':at': Math.floor(now / 1000),
    },
  }
}

/** Sets a lease that its holder has. */
export function renewLeaseUpdate(lease: Lease): TaskUpdate {
  const { condition, names, values } = heldBy(lease.holder)
  return {
    UpdateExpression: 'SET #lease = :lease',
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ...values, ':lease': lease },
  }
}

/** Removes a lease that its holder has. */
export function releaseLeaseUpdate(holder: string): TaskUpdate {
  const { condition, names, values } = heldBy(holder)
  return {
    UpdateExpression: 'REMOVE #lease',
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  }
}
