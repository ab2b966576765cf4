import { type Clock, callAt } from './clock.ts'
import type { StatusChangeEvent } from './run/status-change-event.ts'
import type { Store } from './store/open-store.ts'

const longestPauseMs = 60_000

/**
 * Delivers the messages of the outbox in order, each at least once. A failed delivery is retried after a pause that
 * doubles.
 */
export function createStatusChangeDelivery(
  store: Store,
  clock: Clock,
  deliver: (event: StatusChangeEvent) => Promise<void> | void,
): { wake(): void; close(): void } {
  let draining: Promise<void> | null = null
  let closed = false
  let cancel = (): void => {}

  const drain = async (): Promise<void> => {
    for (;;) {
      const message = closed ? undefined : store.outbox.due(clock.now())
      if (message === undefined) return
      try {
        await deliver(JSON.parse(message.body) as StatusChangeEvent)
        if (!closed) store.outbox.delivered(message.id)
      } catch {
        const pause = Math.min(longestPauseMs, 500 * 2 ** message.attempts)
        if (!closed) store.outbox.postpone(message.id, clock.now() + pause)
      }
    }
  }
  const wake = (): void => {
    if (closed || draining !== null) return
    cancel()
    draining = drain().finally(() => {
      draining = null
      const next = closed ? null : store.outbox.nextDue()
      if (next !== null) cancel = callAt(clock, next, wake)
    })
  }
  return {
    wake,
    close() {
      closed = true
      cancel()
    },
  }
}
