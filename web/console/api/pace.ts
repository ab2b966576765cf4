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
