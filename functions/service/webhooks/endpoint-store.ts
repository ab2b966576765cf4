import type { Endpoint } from './endpoint.ts'

/** Where endpoints live. */
export type EndpointStore = {
  endpoints(account: string): Promise<Endpoint[]>
  endpoint(account: string, id: string): Promise<Endpoint | undefined>
  /** Stores a new endpoint or replaces the one with its id. */
  putEndpoint(endpoint: Endpoint): Promise<void>
  /** Switches an endpoint off; a missing one stays missing. */
  disableEndpoint(account: string, id: string, reason: string): Promise<void>
}
