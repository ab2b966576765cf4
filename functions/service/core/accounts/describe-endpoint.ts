import type { Endpoint } from '../model/endpoint.ts'

/** All of an endpoint but its account and its secrets. */
export function describeEndpoint(endpoint: Endpoint) {
  const { id, url, active, only, purpose, createdAt } = endpoint
  const { failingSince, failures, inactiveSince, inactiveReason } = endpoint
  return {
    id,
    url,
    active,
    only,
    purpose,
    createdAt,
    failingSince,
    failures,
    inactiveSince,
    inactiveReason,
  }
}
