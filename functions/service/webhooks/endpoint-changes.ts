import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Endpoint } from './endpoint.ts'
import type { SwitchOff } from './endpoint-store.ts'
import { QUIET_SECONDS } from './failing-streak.ts'

/** A conditional write of an endpoint. */
export type EndpointChange = Omit<UpdateCommandInput, 'TableName' | 'Key'>

const THERE = 'attribute_exists(entry)'
const STREAK = 'failingSince, lastFailedAt, failures'

/** Gives new secrets to an endpoint that has still the former ones. */
export const replacing = (
  [former = '']: string[],
  { secrets, retiring }: Required<Pick<Endpoint, 'secrets' | 'retiring'>>,
): EndpointChange => ({
  UpdateExpression: 'SET secrets = :secrets, retiring = :retiring',
  ConditionExpression: 'secrets[0] = :former',
  ExpressionAttributeValues: { ':secrets': secrets, ':retiring': retiring, ':former': former },
})

/** Switches an active endpoint off. */
export const disabling = ({ reason, at, failingSince }: SwitchOff): EndpointChange => ({
  UpdateExpression: 'SET active = :off, inactiveReason = :reason, inactiveSince = :at',
  ConditionExpression: `active = :on${failingSince === undefined ? '' : ' AND failingSince = :since'}`,
  ExpressionAttributeValues: {
    ':off': false,
    ':on': true,
    ':reason': reason,
    ':at': at,
    ...(failingSince === undefined ? {} : { ':since': failingSince }),
  },
})

/** Switches an endpoint on and forgets its failures. */
export const ENABLING: EndpointChange = {
  UpdateExpression: `SET active = :on REMOVE inactiveReason, inactiveSince, ${STREAK}`,
  ConditionExpression: THERE,
  ExpressionAttributeValues: { ':on': true },
}

/** Counts a failure into a streak that goes on, or into the first one. */
export const failingOn = (at: number): EndpointChange => ({
  UpdateExpression:
    'SET failingSince = if_not_exists(failingSince, :at), lastFailedAt = :at ADD failures :one',
  ConditionExpression: `${THERE} AND (attribute_not_exists(lastFailedAt) OR lastFailedAt >= :quiet)`,
  ExpressionAttributeValues: { ':at': at, ':one': 1, ':quiet': at - QUIET_SECONDS },
  ReturnValues: 'ALL_NEW',
})

/** Begins a streak anew after the endpoint heard nothing for long. */
export const failingAnew = (at: number): EndpointChange => ({
  UpdateExpression: 'SET failingSince = :at, lastFailedAt = :at, failures = :one',
  ConditionExpression: `${THERE} AND lastFailedAt < :quiet`,
  ExpressionAttributeValues: { ':at': at, ':one': 1, ':quiet': at - QUIET_SECONDS },
  ReturnValues: 'ALL_NEW',
})

/** Ends a streak. */
export const WORKING: EndpointChange = {
  UpdateExpression: `REMOVE ${STREAK}`,
  ConditionExpression: THERE,
}
