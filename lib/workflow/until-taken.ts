import { THROTTLES } from '../../catalog/limits/throttles.ts'

/**
 * How a state is retried that AWS had no room for: that is waiting and no failure. The tries last for some four days.
 * With those of other errors they stay below the thousand by which a batch tells the tries of one redrive from those of
 * the next.
 */
export const UNTIL_TAKEN = {
  ErrorEquals: [...THROTTLES],
  IntervalSeconds: 5,
  BackoffRate: 2,
  MaxAttempts: 800,
  MaxDelaySeconds: 900,
  JitterStrategy: 'FULL',
} as const
