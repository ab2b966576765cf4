/** How often is asked: quickly while something runs, ever more slowly when all is quiet, never while hidden. */
export type Pace = { busyMs: number; quietMs: number }

/** What a poll found, and so how soon the next one is worth its cost. */
export type Found = 'busy' | 'quiet' | 'failed'

/** How much slower each quiet or failed round is than the one before. */
const SLOWING = 1.5

/** The time until the next poll: `busyMs` while something runs, growing to `quietMs` while nothing does. */
export function nextDelay(delay: number, found: Found, { busyMs, quietMs }: Pace): number {
  if (found === 'busy') return busyMs
  return Math.min(quietMs, Math.max(busyMs, delay) * SLOWING)
}

/** What is waited at least between an answer and the next question: a console that is slow is not kept busy by it. */
const LEAST_REST = 0.25

/** How long is waited after an answer that took so long, so that questions begin `delay` after one another. */
export function restAfter(delay: number, tookMs: number): number {
  return Math.max(delay * LEAST_REST, delay - tookMs)
}

/**
 * Milliseconds between two questions while something runs: on one's own machine they cost nothing, to a deployed one
 * each is a request to pay for.
 * @param protocol that the page came by; only a local run has no TLS
 */
export function busyMs(protocol: string): number {
  return protocol === 'https:' ? 2000 : 1000
}

/** Of so many questions for a running job one asks for its timeline and webhooks, too, which costs thrice as much. */
export const WHOLE_EVERY = 3
