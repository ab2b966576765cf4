/** Milliseconds of work after which the page has its turn: two such slices fit into a frame that nobody misses. */
const SLICE_MS = 8

/** Lets everything else that waits have its turn; unlike a timer, which browsers make wait 4 ms, at once. */
function breathe(): Promise<void> {
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      go()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}

/** What tells slices: a clock, and what lets the page have its turn. */
export type SliceClock = { now?: () => number; breath?: () => Promise<void> }

/**
 * Cuts long work into slices. What it returns does a piece of work: at once, or where pieces, of as many lanes as there
 * are, have taken a slice since the page had its turn, after that.
 * @param before called each time before the page has its turn, so that it shows how far the work is
 */
export function slices({
  now = () => performance.now(),
  breath = breathe,
  before = () => {},
}: SliceClock & { before?: () => void } = {}): <Made>(piece: () => Made) => Promise<Made> {
  let since = now()
  let breathing: Promise<void> | undefined
  const rest = async (): Promise<void> => {
    before()
    await breath()
    since = now()
    breathing = undefined
  }
  return async (piece) => {
    // Looked at again afterwards: another lane may have taken the whole slice by then.
    while (now() - since >= SLICE_MS) {
      breathing ??= rest()
      await breathing
    }
    return piece()
  }
}
