import type { AnyCondition } from '../../catalog/failures/condition.ts'
import { Fault } from '../../catalog/failures/fault.ts'

/** What a generator that is asked first may end with, where the engine's own method is tried then. */
const DECLINED: readonly AnyCondition[] = [
  'content',
  'parameter',
  'runtime',
  'generator-busy',
  'generator-budget',
  'generator-answer',
  'generator-lost',
]

/** Whether a generator did not do what it was asked for, unless the task must end. */
export function isDeclined(error: unknown, signal: AbortSignal | undefined): boolean {
  return error instanceof Fault && DECLINED.includes(error.condition) && !signal?.aborted
}
