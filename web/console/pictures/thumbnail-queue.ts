/** How many thumbnails are asked for at once: each may be a picture that is made just then. */
const AT_ONCE = 6

/** Pixels a second from which on a list rushes by, and nobody could look at its pictures. */
const RUSHING = 3000

/** Milliseconds without a scroll after which a list stands still. */
const STILL_MS = 120

/** `moment` counts up: those that ask in the same one are of the same sight. */
type Waiting = { moment: number; begin: () => void }

/**
 * Lets at most six pictures load at once, and none while a list rushes by. Those of the newest sight come first, as
 * they asked.
 */
export function createThumbnailQueue(atOnce = AT_ONCE) {
  const waiting: Waiting[] = []
  let loading = 0
  let held = false
  let moment = 0
  let told = false
  const admit = (): void => {
    while (!held && loading < atOnce) {
      const newest = waiting.at(-1)?.moment
      const next = waiting.find((one) => one.moment === newest)
      if (!next) return
      waiting.splice(waiting.indexOf(next), 1)
      loading += 1
      next.begin()
    }
  }
  return {
    /**
     * Calls `begin` when a picture may load. What it gives ends that: when the picture is there, has failed, or is not
     * wanted any more.
     */
    enter(begin: () => void): () => void {
      const own = { moment, begin }
      let ended = false
      waiting.push(own)
      if (!told) {
        told = true
        // Those that ask in the same moment are all there before the first begins.
        queueMicrotask(() => {
          told = false
          moment += 1
          admit()
        })
      }
      return () => {
        if (ended) return
        ended = true
        const at = waiting.indexOf(own)
        if (at >= 0) waiting.splice(at, 1)
        else loading -= 1
        admit()
      }
    },
    /** Begins no picture, or goes on. */
    hold(on: boolean): void {
      held = on
      admit()
    },
    counts: () => ({ loading, waiting: waiting.length }),
  }
}

export const thumbnails = createThumbnailQueue()

/** Gives what is told where a list stands at each scroll, and holds the queue while it rushes. */
export function holdWhileRushing(
  queue: Pick<typeof thumbnails, 'hold'>,
  now: () => number = () => performance.now(),
): (scrollTop: number) => void {
  let last = { at: now(), top: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  return (top) => {
    const at = now()
    const speed = (Math.abs(top - last.top) / Math.max(1, at - last.at)) * 1000
    last = { at, top }
    if (speed < RUSHING) return
    queue.hold(true)
    clearTimeout(timer)
    timer = setTimeout(() => queue.hold(false), STILL_MS)
  }
}
