import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Endpoint } from '../../model/endpoint.ts'
import { STREAK_GAP_SECONDS } from '../../model/failure-streak.ts'
import type { DisableRequest } from '../../ports/webhook-store.ts'

/** A conditional update of an endpoint. */
export type EndpointUpdate = Omit<UpdateCommandInput, 'TableName' | 'Key'>

const EXISTS = 'attribute_exists(entry)'
const STREAK_FIELDS = 'failingSince, lastFailedAt, failures'

/** Replaces the secrets of an endpoint, provided that it still has the former ones. */
export function replaceSecretsUpdate(
  [former = '']: string[],
  { secrets, retiring }: Required<Pick<Endpoint, 'secrets' | 'retiring'>>,
): EndpointUpdate {
  return {
    UpdateExpression: 'SET secrets = :secrets, retiring = :retiring',
    ConditionExpression: 'secrets[0] = :former',
    ExpressionAttributeValues: { ':secrets': secrets, ':retiring': retiring, ':former': former },
  }
}

/** Switches an active endpoint off. */
export function disableUpdate({ reason, at, failingSince }: DisableRequest): EndpointUpdate {
  return {
    UpdateExpression: 'SET active = :off, inactiveReason = :reason, inactiveSince = :at',
    ConditionExpression: `active = :on${failingSince === undefined ? '' : ' AND failingSince = :since'}`,
    ExpressionAttributeValues: {
      ':off': false,
      ':on': true,
      ':reason': reason,
      ':at': at,
      ...(failingSince === undefined ? {} : { ':since': failingSince }),
    },
  }
}

/** Switches an endpoint on and forgets its failures. */
export const ENABLE_UPDATE: EndpointUpdate = {
  UpdateExpression: `SET active = :on REMOVE inactiveReason, inactiveSince, ${STREAK_FIELDS}`,
  ConditionExpression: EXISTS,
  ExpressionAttributeValues: { ':on': true },
}

/** Counts a failure as part of the present streak, or as the first one of an endpoint that has none. */
export function continueStreakUpdate(at: number): EndpointUpdate {
  return {
    UpdateExpression:
      'SET failingSince = if_not_exists(failingSince, :at), lastFailedAt = :at ADD failures :one',
    ConditionExpression: `${EXISTS} AND (attribute_not_exists(lastFailedAt) OR lastFailedAt >= :quiet)`,
    ExpressionAttributeValues: { ':at': at, ':one': 1, ':quiet': at - STREAK_GAP_SECONDS },
    ReturnValues: 'ALL_NEW',
  }
}

/** Begins a new streak, provided that no attempt was made for `STREAK_GAP_SECONDS`. */
export function restartStreakUpdate(at: number): EndpointUpdate {
  return {
    UpdateExpression: 'SET failingSince = :at, lastFailedAt = :at, failures = :one',
    ConditionExpression: `${EXISTS} AND lastFailedAt < :quiet`,
    ExpressionAttributeValues: { ':at': at, ':one': 1, ':quiet': at - STREAK_GAP_SECONDS },
    ReturnValues: 'ALL_NEW',
  }
}

/** Ends the streak after a success. */
export const END_STREAK_UPDATE: EndpointUpdate = {
  UpdateExpression: `REMOVE ${STREAK_FIELDS}`,
  ConditionExpression: EXISTS,
}
