import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Endpoint } from '../../model/endpoint.ts'
import { STREAK_GAP_SECONDS } from '../../model/failure-streak.ts'
import type { DisableRequest } from '../../ports/endpoint-store.ts'

/** A conditional write of an endpoint. */
export type EndpointUpdate = Omit<UpdateCommandInput, 'TableName' | 'Key'>

const EXISTS = 'attribute_exists(entry)'
const STREAK_FIELDS = 'failingSince, lastFailedAt, failures'

/** Gives new secrets to an endpoint that has still the former ones. */
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

/** Counts a failure into a streak that goes on, or into the first one. */
export function continueStreakUpdate(at: number): EndpointUpdate {
  return {
    UpdateExpression:
      'SET failingSince = if_not_exists(failingSince, :at), lastFailedAt = :at ADD failures :one',
    ConditionExpression: `${EXISTS} AND (attribute_not_exists(lastFailedAt) OR lastFailedAt >= :quiet)`,
    ExpressionAttributeValues: { ':at': at, ':one': 1, ':quiet': at - STREAK_GAP_SECONDS },
    ReturnValues: 'ALL_NEW',
  }
}

/** Begins a streak anew after the endpoint heard nothing for long. */
export function restartStreakUpdate(at: number): EndpointUpdate {
  return {
    UpdateExpression: 'SET failingSince = :at, lastFailedAt = :at, failures = :one',
    ConditionExpression: `${EXISTS} AND lastFailedAt < :quiet`,
    ExpressionAttributeValues: { ':at': at, ':one': 1, ':quiet': at - STREAK_GAP_SECONDS },
    ReturnValues: 'ALL_NEW',
  }
}

/** Ends a streak. */
export const END_STREAK_UPDATE: EndpointUpdate = {
  UpdateExpression: `REMOVE ${STREAK_FIELDS}`,
  ConditionExpression: EXISTS,
}
