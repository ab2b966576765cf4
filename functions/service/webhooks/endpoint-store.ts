import type { Endpoint } from './endpoint.ts'

/** Where endpoints live. Times in epoch seconds. */
export type EndpointStore = {
  endpoints(account: string): Promise<Endpoint[]>
  endpoint(account: string, id: string): Promise<Endpoint | undefined>
  /** Stores a new endpoint or replaces the one with its id. */
  putEndpoint(endpoint: Endpoint): Promise<void>
  /** Gives an endpoint new secrets; false when it is gone or had others than `former` meanwhile. */
  replaceSecrets(
    former: Endpoint,
    next: Required<Pick<Endpoint, 'secrets' | 'retiring'>>,
  ): Promise<boolean>
  /** Switches an endpoint off; false when it is gone. */
  disableEndpoint(account: string, id: string, reason: string): Promise<boolean>
  /** Switches an endpoint on, its failures forgotten; false when it is gone. */
  enableEndpoint(account: string, id: string): Promise<boolean>
  /** Notes that an attempt failed, unless one had failed before it. */
  noteFailing(account: string, id: string, since: number): Promise<void>
  /** Notes that an attempt was taken. */
  noteWorking(account: string, id: string): Promise<void>
}
