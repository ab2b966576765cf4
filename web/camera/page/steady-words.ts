/** Shows words long enough to be read: what stands is only replaced after this many milliseconds. */
const LEAST_MS = 600

export type SteadyWords = {
  /** Words that may be shown now, or at a later offer. */
  offer(words: string, now: number): void
  /** Words that are shown at once. */
  set(words: string, now: number): void
}

/** Keeps instructions from changing faster than a person can follow. */
export function createSteadyWords(show: (words: string) => void): SteadyWords {
  let shown = ''
  let since = Number.NEGATIVE_INFINITY
  const set: SteadyWords['set'] = (words, now) => {
    if (words === shown) return
    shown = words
    since = now
    show(words)
  }
  return {
    set,
    offer: (words, now) => {
      if (now - since >= LEAST_MS) set(words, now)
    },
  }
}
