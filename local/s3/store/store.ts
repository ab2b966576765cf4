import type { CorsRule } from '../cors.ts'
import type { Bodies } from './open-bodies.ts'
import type { Index } from './open-index.ts'
import type { Outbox } from './outbox.ts'

/** Everything the endpoint stores: the index, the bodies and the events to be delivered. */
export type Store = {
  index: Index
  bodies: Bodies
  outbox: Outbox
  region: string
  /** The CORS rules of buckets that have some, by the bucket's name. */
  cors: Map<string, readonly CorsRule[]>
  /** Milliseconds since 1970. */
  clock: () => number
}
