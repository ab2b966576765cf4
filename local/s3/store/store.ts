import type { Outbox } from '../events/outbox.ts'
import type { Bodies } from './open-bodies.ts'
import type { Index } from './open-index.ts'

/** Everything the endpoint stores: the index, the bodies and the events to be delivered. */
export type Store = {
  index: Index
  bodies: Bodies
  outbox: Outbox
  region: string
  /** Milliseconds since 1970. */
  clock: () => number
}
