/** Virtual time in seconds: what is to happen, in order. */
export type Agenda = {
  now(): number
  /** Has something happen after so many seconds. */
  after(seconds: number, happen: () => void): void
  /** Lets everything happen; stops when nothing is left, or at a time. */
  run(until: number): void
}

/** An empty agenda: a binary heap of times, each with what happens then. */
export function newAgenda(): Agenda {
  const times: number[] = []
  const events: (() => void)[] = []
  let now = 0

  const swap = (one: number, other: number): void => {
    const [time, event] = [times[one] as number, events[one] as () => void]
    times[one] = times[other] as number
    events[one] = events[other] as () => void
    times[other] = time
    events[other] = event
  }
  const rise = (from: number): void => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if ((times[parent] as number) <= (times[at] as number)) return
      swap(at, parent)
      at = parent
    }
  }
  const sink = (): void => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      if (left >= times.length) return
      const right = left + 1
      const isRight = right < times.length && (times[right] as number) < (times[left] as number)
      const least = isRight ? right : left
      if ((times[at] as number) <= (times[least] as number)) return
      swap(at, least)
      at = least
    }
  }

  return {
    now: () => now,
    after: (seconds, happen) => {
      times.push(now + Math.max(0, seconds))
      events.push(happen)
      rise(times.length - 1)
    },
    run: (until) => {
      while (times.length > 0 && (times[0] as number) <= until) {
        now = times[0] as number
        const happen = events[0] as () => void
        swap(0, times.length - 1)
        times.pop()
        events.pop()
        sink()
        happen()
      }
    },
  }
}
