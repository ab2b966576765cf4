import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../local/step-functions/clock.ts'

type Due = { at: number; order: number; fire: () => void; cancelled: boolean }

/** Virtual time: whatever waits, waits here, and nothing else moves the clock. */
export type Timeline = Clock & {
  /** Ends after so many virtual milliseconds. */
  pause(ms: number): Promise<void>
  /**
   * Fires everything that is due, in order, until nothing is left. Throws after `most` events: something goes round.
   */
  drain(most: number): Promise<number>
}

/** Virtual time that begins on 1 January 2026. */
export function newTimeline(): Timeline {
  let now = Date.UTC(2026, 0, 1)
  let order = 0
  const waiting: Due[] = []

  const setTimeout = (fire: () => void, ms: number) => {
    const due = { at: now + Math.max(0, ms), order: order++, fire, cancelled: false }
    push(waiting, due)
    return () => {
      due.cancelled = true
    }
  }

  return {
    now: () => now,
    setTimeout,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    drain: async (most) => {
      // One turn lets everything happen that needs no time: all of it is promises.
      await setImmediate()
      for (let events = 0; ; ) {
        const due = pop(waiting)
        if (!due) return events
        if (due.cancelled) continue
        if (events++ >= most) throw new Error(`More than ${most} events: something goes round.`)
        now = Math.max(now, due.at)
        due.fire()
        await setImmediate()
      }
    },
  }
}

function before(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

/** A binary heap: the earliest is at the front. */
function push(heap: Due[], due: Due): void {
  let at = heap.push(due) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent]
    if (!above || !before(due, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = due
}

function pop(heap: Due[]): Due | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (!first || !last || heap.length === 0) return first
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    const [left, right] = [heap[child], heap[child + 1]]
    if (!left) break
    if (right && before(right, left)) child++
    const below = heap[child]
    if (!below || !before(below, last)) break
    heap[at] = below
    at = child
  }
  heap[at] = last
  return first
}
