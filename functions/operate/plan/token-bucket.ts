/** A quota by a token bucket: so many at once, refilled by so many a second. */
export type Quota = { burst: number; perSecond: number }

/** How a quota was used. */
export type QuotaUse = { name: string; taken: number; refused: number; perSecond: number }

/** A token bucket on a clock of seconds that is given with every call. */
export type TokenBucket = {
  /** Takes a token, if there is one. */
  take(now: number): boolean
  /** Takes the next token that there will be, and says when that is: what AWS delays and does not refuse. */
  reserve(now: number): number
  use(): QuotaUse
}

/** A full bucket. */
export function tokenBucket(name: string, { burst, perSecond }: Quota): TokenBucket {
  let tokens = burst
  let at = 0
  let taken = 0
  let refused = 0
  const refill = (now: number): void => {
    tokens = Math.min(burst, tokens + Math.max(0, now - at) * perSecond)
    at = Math.max(at, now)
  }
  return {
    take: (now) => {
      refill(now)
      if (tokens < 1) {
        refused += 1
        return false
      }
      tokens -= 1
      taken += 1
      return true
    },
    reserve: (now) => {
      refill(now)
      tokens -= 1
      taken += 1
      return tokens >= 0 ? now : now - tokens / perSecond
    },
    use: () => ({ name, taken, refused, perSecond }),
  }
}
