import type { Bodies } from './open-bodies.ts'
import type { Index } from './open-index.ts'
import type { Outbox } from './outbox.ts'

/** Everything the endpoint stores: the index, the bodies and the events to be delivered. */
export type Store = {
  index: Index
  bodies: Bodies
  outbox: Outbox
  region: string
  /** Milliseconds since 1970. */
  clock: () => number
}
