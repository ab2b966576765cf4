import type { Dice } from './dice.ts'
import type { Answered } from './invocation.ts'
import type { Timeline } from './timeline.ts'

/** How Step Functions names it where as many functions run as an account may have. */
const CROWDED = 'Lambda.TooManyRequestsException'

/** The answer to an invocation for which Lambda has no room; undefined where it has. */
export function refusedInvocation(
  fn: string,
  { timeline, dice }: { timeline: Timeline; dice: Dice },
  isCrowded?: (now: number) => boolean,
): Answered<never> | undefined {
  if (!isCrowded?.(timeline.now()) && !dice.strikes('crowded', fn)) return undefined
  return { error: { errorType: CROWDED, errorMessage: 'Rate Exceeded.' } }
}
