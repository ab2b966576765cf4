import { Token } from 'aws-cdk-lib'

/** The brake of an HTTP API that all its callers share. What is too much is answered 429 by API Gateway. */
export type ThrottleProps = {
  /** Requests in one second, on average. @default 500 */
  readonly perSecond?: number | undefined
  /** Requests at once. @default twice as many */
  readonly burst?: number | undefined
}

/**
 * The brake in full.
 * @param own what one caller may ask in a second, where that has a limit of its own: it has to end first, or one caller
 * takes what all share
 * @throws Error that names the property and the rule
 */
export function throttleOf(
  { perSecond = 500, burst = 2 * perSecond }: ThrottleProps = {},
  own?: number,
): { rateLimit: number; burstLimit: number } {
  for (const [name, value] of Object.entries({ perSecond, burst })) {
    if (Token.isUnresolved(value) || (Number.isSafeInteger(value) && value > 0)) continue
    throw new Error(`throttle.${name} must be a whole number above 0.`)
  }
  if (own !== undefined && own >= perSecond) {
    throw new Error(
      `throttle.perSecond must be above the ${own} requests in a second that one key may make: ${perSecond} would let ` +
        'one key take all that all keys share.',
    )
  }
  return { rateLimit: perSecond, burstLimit: burst }
}
